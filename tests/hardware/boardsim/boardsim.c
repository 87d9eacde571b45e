// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
// A gpiochip whose columns answer to its driven rows and to contacts that are set from outside: the
// electrics of a matrix behind the kernel's own GPIO interface. Lines 0 .. rows-1 are rows, then come
// the columns, then two levers. An active row is low; a diode lets current through from a column to
// a row. Behind the levers come latch, clock and data of a chain of shift registers 74HC165, which
// sees the same contacts, row by row, a closed one low; an SPI controller with one device, whose
// chip select is the latch, reads it too. The chip has no calls for several lines at once, no
// debouncing and no open drain of its own, as that of a Raspberry Pi has none, so that the kernel's
// stand-ins are what is tested.
//
// In /sys/kernel/debug/boardsim:
//   contacts   write: 0 or 1 for each contact, row by row, at one instant
//   levers     write: 0 or 1 for each lever; 1: pressed, its line is low
//   plugged    write: 0 takes the chip away, also while it is in use; 1 brings it back
//   diodes     0: a closed contact joins both its wires
//   settle_ns  columns show the levels before for so long after a row has changed
//   contention, unsettled, floating, driven, loads, outputs   counters; all but the last may be
//              written. driven: how often a row became active; loads: ... the chain was read
#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/platform_device.h>
#include <linux/random.h>
#include <linux/spi/spi.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 6, 0)
#define spi_alloc_host spi_alloc_master
#endif

#define MOST_ROWS 24
#define MOST_COLUMNS 24
#define LEVERS 2
#define CHAIN_LINES 3 /* latch, clock, data */
#define MOST_LINES (MOST_ROWS + MOST_COLUMNS + LEVERS + CHAIN_LINES)

static unsigned int rows = 10;
module_param(rows, uint, 0444);
static unsigned int columns = 9;
module_param(columns, uint, 0444);
static char *label = "boardsim";
module_param(label, charp, 0444);

enum pull { PULL_NONE, PULL_UP, PULL_DOWN };

struct line {
	bool output;
	bool high; /* what it drives, if it is an output */
	enum pull pull;
	bool edges; /* somebody waits for both */
};

static struct {
	spinlock_t lock;
	struct line lines[MOST_LINES];
	bool closed[MOST_ROWS][MOST_COLUMNS];
	bool before[MOST_COLUMNS]; /* levels of the columns before the last change of a row */
	bool pressed[LEVERS];
	u64 changed_ns;
	bool diodes;
	u64 settle_ns, contention, unsettled, floating, driven, loads;
	bool loaded[MOST_ROWS * MOST_COLUMNS]; /* the chain's levels since its latch rose */
	unsigned int shifted;		       /* how far they have moved since */
	struct spi_controller *spi;
	struct gpio_chip chip;
	struct platform_device *device;
	struct mutex plug;
	bool plugged;
	struct dentry *folder;
} board;

static bool row_drives(unsigned int row, bool high)
{
	return board.lines[row].output && board.lines[row].high == high;
}

/* Which rows' drive reaches a column. Through a diode current runs from column to row alone, so a
 * row that was reached leads on to other columns only through contacts without one. */
static void reach(unsigned int column, bool *reached)
{
	bool seen[MOST_COLUMNS] = { false };
	unsigned int to_visit[MOST_COLUMNS];
	unsigned int count = 0, row, other;

	memset(reached, 0, MOST_ROWS * sizeof(*reached));
	seen[column] = true;
	to_visit[count++] = column;
	while (count > 0) {
		unsigned int at = to_visit[--count];

		for (row = 0; row < rows; ++row) {
			if (!board.closed[row][at] || reached[row])
				continue;
			reached[row] = true;
			if (board.diodes)
				continue;
			for (other = 0; other < columns; ++other) {
				if (!board.closed[row][other] || seen[other])
					continue;
				seen[other] = true;
				to_visit[count++] = other;
			}
		}
	}
}

static bool pulled(const struct line *line)
{
	if (line->pull == PULL_NONE) {
		++board.floating;
		return get_random_u8() & 1;
	}
	return line->pull == PULL_UP;
}

static bool column_level(unsigned int column)
{
	bool reached[MOST_ROWS];
	unsigned int row;

	reach(column, reached);
	for (row = 0; row < rows; ++row) {
		if (reached[row] && row_drives(row, false))
			return false;
	}
	return pulled(&board.lines[rows + column]);
}

/* Two outputs that fight over one wire: only where no diode is between them. */
static void look_for_contention(void)
{
	bool reached[MOST_ROWS];
	unsigned int column, row;

	for (column = 0; column < columns && !board.diodes; ++column) {
		bool low = false, high = false;

		reach(column, reached);
		for (row = 0; row < rows; ++row) {
			low |= reached[row] && row_drives(row, false);
			high |= reached[row] && row_drives(row, true);
		}
		if (low && high)
			++board.contention;
	}
}

static unsigned int latch_line(void)
{
	return rows + columns + LEVERS;
}

/* What the registers' inputs show: a closed contact pulls its wire down. Under board.lock. */
static void load_chain(bool *levels)
{
	unsigned int i;

	++board.loads;
	for (i = 0; i < rows * columns; ++i)
		levels[i] = !board.closed[i / columns][i % columns];
}

/* Under board.lock, before the line's state is changed. */
static void move_chain(unsigned int offset, bool high)
{
	if (!high || board.lines[offset].high)
		return;
	if (offset == latch_line()) {
		load_chain(board.loaded);
		board.shifted = 0;
	} else if (offset == latch_line() + 1 && board.lines[latch_line()].high) {
		++board.shifted;
	}
}

static bool chain_level(void)
{
	if (!board.lines[latch_line()].high)
		return !board.closed[0][0];
	return board.shifted >= rows * columns || board.loaded[board.shifted];
}

static void drive(unsigned int offset, bool output, bool high)
{
	struct line *line = &board.lines[offset];
	unsigned long flags;
	unsigned int column;

	spin_lock_irqsave(&board.lock, flags);
	if (offset < rows && (line->output != output || line->high != high)) {
		for (column = 0; column < columns; ++column) {
			if (board.lines[rows + column].pull != PULL_NONE)
				board.before[column] = column_level(column);
		}
		board.changed_ns = ktime_get_ns();
		board.driven += output && !high;
	}
	move_chain(offset, high);
	line->output = output;
	line->high = high;
	look_for_contention();
	spin_unlock_irqrestore(&board.lock, flags);
}

static int sim_get_direction(struct gpio_chip *chip, unsigned int offset)
{
	return board.lines[offset].output ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int sim_direction_input(struct gpio_chip *chip, unsigned int offset)
{
	drive(offset, false, false);
	return 0;
}

static int sim_direction_output(struct gpio_chip *chip, unsigned int offset, int value)
{
	drive(offset, true, value);
	return 0;
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 17, 0)
static int sim_set(struct gpio_chip *chip, unsigned int offset, int value)
{
	drive(offset, board.lines[offset].output, value);
	return 0;
}
#else
static void sim_set(struct gpio_chip *chip, unsigned int offset, int value)
{
	drive(offset, board.lines[offset].output, value);
}
#endif

static int sim_get(struct gpio_chip *chip, unsigned int offset)
{
	unsigned long flags;
	bool level;

	spin_lock_irqsave(&board.lock, flags);
	if (offset < rows) {
		level = board.lines[offset].output && board.lines[offset].high;
	} else if (offset == latch_line() + 2) {
		level = chain_level();
	} else if (offset >= latch_line()) {
		level = board.lines[offset].high;
	} else if (offset >= rows + columns) {
		level = !board.pressed[offset - rows - columns];
	} else if (ktime_get_ns() - board.changed_ns < board.settle_ns) {
		++board.unsettled;
		level = board.before[offset - rows];
	} else {
		level = column_level(offset - rows);
	}
	spin_unlock_irqrestore(&board.lock, flags);
	return level;
}

static int sim_set_config(struct gpio_chip *chip, unsigned int offset, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		board.lines[offset].pull = PULL_UP;
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		board.lines[offset].pull = PULL_DOWN;
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
		board.lines[offset].pull = PULL_NONE;
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void sim_irq_mask(struct irq_data *data)
{
	struct gpio_chip *chip = irq_data_get_irq_chip_data(data);

	board.lines[irqd_to_hwirq(data)].edges = false;
	gpiochip_disable_irq(chip, irqd_to_hwirq(data));
}

static void sim_irq_unmask(struct irq_data *data)
{
	struct gpio_chip *chip = irq_data_get_irq_chip_data(data);

	gpiochip_enable_irq(chip, irqd_to_hwirq(data));
	board.lines[irqd_to_hwirq(data)].edges = true;
}

static int sim_irq_set_type(struct irq_data *data, unsigned int type)
{
	return type == IRQ_TYPE_EDGE_BOTH ? 0 : -EINVAL;
}

static const struct irq_chip sim_irq_chip = {
	.name = "boardsim",
	.irq_mask = sim_irq_mask,
	.irq_unmask = sim_irq_unmask,
	.irq_set_type = sim_irq_set_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static int plug_in(void)
{
	struct gpio_chip *chip = &board.chip;

	memset(chip, 0, sizeof(*chip));
	memset(board.lines, 0, sizeof(board.lines));
	chip->label = label;
	chip->parent = &board.device->dev;
	chip->owner = THIS_MODULE;
	chip->base = -1;
	chip->ngpio = rows + columns + LEVERS + CHAIN_LINES;
	chip->get_direction = sim_get_direction;
	chip->direction_input = sim_direction_input;
	chip->direction_output = sim_direction_output;
	chip->get = sim_get;
	chip->set = sim_set;
	chip->set_config = sim_set_config;
	gpio_irq_chip_set_chip(&chip->irq, &sim_irq_chip);
	chip->irq.handler = handle_simple_irq;
	chip->irq.default_type = IRQ_TYPE_NONE;
	return gpiochip_add_data(chip, NULL);
}

static int sim_spi_transfer(struct spi_controller *spi, struct spi_device *device,
			    struct spi_transfer *transfer)
{
	bool levels[MOST_ROWS * MOST_COLUMNS];
	u8 *to = transfer->rx_buf;
	unsigned long flags;
	unsigned int i;

	spin_lock_irqsave(&board.lock, flags);
	load_chain(levels);
	spin_unlock_irqrestore(&board.lock, flags);
	for (i = 0; to && i < transfer->len * 8; ++i) {
		if (i % 8 == 0)
			to[i / 8] = 0;
		if (i >= rows * columns || levels[i])
			to[i / 8] |= 0x80 >> i % 8;
	}
	return 0;
}

/* /dev/spidevN.0. The driver of that name wants a device that it knows: a converter's name will do. */
static int add_spi(void)
{
	struct spi_board_info device = { .modalias = "dh2228fv", .max_speed_hz = 10000000 };
	int failed;

	board.spi = spi_alloc_host(&board.device->dev, 0);
	if (!board.spi)
		return -ENOMEM;
	board.spi->bus_num = -1;
	board.spi->num_chipselect = 1;
	board.spi->mode_bits = SPI_MODE_X_MASK | SPI_CS_HIGH;
	board.spi->transfer_one = sim_spi_transfer;
	failed = spi_register_controller(board.spi);
	if (failed) {
		spi_controller_put(board.spi);
		return failed;
	}
	if (!spi_new_device(board.spi, &device)) {
		spi_unregister_controller(board.spi);
		return -ENODEV;
	}
	return 0;
}

static ssize_t write_bits(const char __user *from, size_t count, bool *out, size_t size)
{
	char text[MOST_ROWS * MOST_COLUMNS];
	size_t i;

	if (count < size || count > sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;
	for (i = 0; i < size; ++i) {
		if (text[i] != '0' && text[i] != '1')
			return -EINVAL;
		out[i] = text[i] == '1';
	}
	return count;
}

static ssize_t contacts_write(struct file *file, const char __user *from, size_t count,
			      loff_t *at)
{
	static bool read[MOST_ROWS * MOST_COLUMNS]; /* under board.plug */
	unsigned long flags;
	unsigned int i;
	ssize_t done;

	mutex_lock(&board.plug);
	done = write_bits(from, count, read, rows * columns);
	if (done > 0) {
		spin_lock_irqsave(&board.lock, flags);
		for (i = 0; i < rows * columns; ++i)
			board.closed[i / columns][i % columns] = read[i];
		look_for_contention();
		spin_unlock_irqrestore(&board.lock, flags);
	}
	mutex_unlock(&board.plug);
	return done;
}

static ssize_t levers_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	bool read[LEVERS];
	unsigned int i;
	ssize_t done = write_bits(from, count, read, LEVERS);

	if (done < 0)
		return done;
	mutex_lock(&board.plug);
	for (i = 0; i < LEVERS; ++i) {
		unsigned int offset = rows + columns + i;
		bool changed = board.pressed[i] != read[i];

		board.pressed[i] = read[i];
		if (changed && board.plugged && board.lines[offset].edges)
			generic_handle_domain_irq_safe(board.chip.irq.domain, offset);
	}
	mutex_unlock(&board.plug);
	return done;
}

static ssize_t plugged_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	bool wanted;
	ssize_t done = write_bits(from, count, &wanted, 1);
	int failed = 0;

	if (done < 0)
		return done;
	mutex_lock(&board.plug);
	if (wanted && !board.plugged)
		failed = plug_in();
	else if (!wanted && board.plugged)
		gpiochip_remove(&board.chip);
	if (!failed)
		board.plugged = wanted;
	mutex_unlock(&board.plug);
	return failed ? failed : done;
}

static const struct file_operations contacts_file = { .owner = THIS_MODULE, .open = simple_open,
						      .write = contacts_write };
static const struct file_operations levers_file = { .owner = THIS_MODULE, .open = simple_open,
						    .write = levers_write };
static const struct file_operations plugged_file = { .owner = THIS_MODULE, .open = simple_open,
						     .write = plugged_write };

static int outputs_get(void *data, u64 *count)
{
	unsigned int i;

	*count = 0;
	for (i = 0; i < rows + columns; ++i)
		*count += board.lines[i].output;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(outputs_file, outputs_get, NULL, "%llu\n");

static int __init boardsim_init(void)
{
	int failed;

	if (rows == 0 || rows > MOST_ROWS || columns == 0 || columns > MOST_COLUMNS)
		return -EINVAL;
	spin_lock_init(&board.lock);
	mutex_init(&board.plug);
	board.diodes = true;
	board.device = platform_device_register_simple("boardsim", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board.device))
		return PTR_ERR(board.device);
	failed = add_spi();
	if (failed) {
		platform_device_unregister(board.device);
		return failed;
	}
	failed = plug_in();
	if (failed) {
		spi_unregister_controller(board.spi);
		platform_device_unregister(board.device);
		return failed;
	}
	board.plugged = true;
	board.folder = debugfs_create_dir("boardsim", NULL);
	debugfs_create_file("contacts", 0200, board.folder, NULL, &contacts_file);
	debugfs_create_file("levers", 0200, board.folder, NULL, &levers_file);
	debugfs_create_file("plugged", 0200, board.folder, NULL, &plugged_file);
	debugfs_create_file("outputs", 0400, board.folder, NULL, &outputs_file);
	debugfs_create_bool("diodes", 0600, board.folder, &board.diodes);
	debugfs_create_u64("settle_ns", 0600, board.folder, &board.settle_ns);
	debugfs_create_u64("contention", 0600, board.folder, &board.contention);
	debugfs_create_u64("unsettled", 0600, board.folder, &board.unsettled);
	debugfs_create_u64("floating", 0600, board.folder, &board.floating);
	debugfs_create_u64("driven", 0600, board.folder, &board.driven);
	debugfs_create_u64("loads", 0600, board.folder, &board.loads);
	return 0;
}

static void __exit boardsim_exit(void)
{
	debugfs_remove_recursive(board.folder);
	if (board.plugged)
		gpiochip_remove(&board.chip);
	spi_unregister_controller(board.spi);
	platform_device_unregister(board.device);
}

module_init(boardsim_init);
module_exit(boardsim_exit);
MODULE_DESCRIPTION("jipu: a matrix of contacts as a gpiochip, for tests");
MODULE_LICENSE("GPL");
