// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/daemon/recording/failing_vfs.hpp"

#include <sqlite3.h>

#include "rules/base/contract.hpp"

namespace jipu::test {

void FailingDisk::fail(int first_one, int how_many, int with_code) {
    code = with_code;
    count = how_many;
    first = done + first_one;
}
void FailingDisk::mend() {
    count = 0;
    first = 0;
}
bool FailingDisk::strikes() {
    const int now = ++done;
    return first != 0 && now >= first && now < first + count;
}

namespace {

FailingDisk the_disk;
sqlite3_vfs the_vfs;

struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
File& own(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}
sqlite3_file* real(sqlite3_file* file) {
    return own(file).real();
}
sqlite3_vfs* below() {
    return static_cast<sqlite3_vfs*>(the_vfs.pAppData);
}
int struck(int io_code) {
    return the_disk.code != 0 ? the_disk.code.load() : io_code;
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    sqlite3_file* const f = real(file);
    if (the_disk.strikes()) {
        f->pMethods->xWrite(f, bytes, size / 2, offset); // torn
        return struck(SQLITE_IOERR_WRITE);
    }
    return f->pMethods->xWrite(f, bytes, size, offset);
}
int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (the_disk.strikes()) return struck(SQLITE_IOERR_TRUNCATE);
    return real(file)->pMethods->xTruncate(real(file), size);
}
int sync(sqlite3_file*, int) {
    return the_disk.strikes() ? struck(SQLITE_IOERR_FSYNC) : SQLITE_OK;
}
int close(sqlite3_file* file) {
    return real(file)->pMethods->xClose(real(file));
}
int read(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, size, offset);
}
int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
int lock(sqlite3_file* file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}
int unlock(sqlite3_file* file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}
int check_lock(sqlite3_file* file, int* result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
int control(sqlite3_file* file, int op, void* arg) {
    return real(file)->pMethods->xFileControl(real(file), op, arg);
}
int sector_size(sqlite3_file* file) {
    return real(file)->pMethods->xSectorSize(real(file));
}
int characteristics(sqlite3_file* file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
int shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** to) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, to);
}
int shm_lock(sqlite3_file* file, int offset, int n, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}
void shm_barrier(sqlite3_file* file) {
    real(file)->pMethods->xShmBarrier(real(file));
}
int shm_unmap(sqlite3_file* file, int remove) {
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

const sqlite3_io_methods methods = {
    2,         close,      read,    write,       truncate,        sync,    file_size, lock,
    unlock,    check_lock, control, sector_size, characteristics, shm_map, shm_lock,  shm_barrier,
    shm_unmap, nullptr,    nullptr};

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
    file->pMethods = nullptr;
    if (the_disk.strikes()) return struck(SQLITE_CANTOPEN);
    sqlite3_file* const f = real(file);
    const int code = below()->xOpen(below(), name, f, flags, out_flags);
    if (f->pMethods != nullptr) file->pMethods = &methods;
    return code;
}

} // namespace

FailingDisk& failing_disk() {
    static const bool registered = [] {
        sqlite3_vfs* const real_vfs = sqlite3_vfs_find(nullptr);
        JIPU_ASSERT(real_vfs != nullptr, "SQLite has no VFS");
        the_vfs = *real_vfs;
        the_vfs.zName = FailingDisk::name;
        the_vfs.szOsFile = static_cast<int>(sizeof(File)) + real_vfs->szOsFile;
        the_vfs.pAppData = real_vfs;
        the_vfs.pNext = nullptr;
        the_vfs.xOpen = open;
        // The rest of the table takes the VFS as its first argument and looks into nothing of it
        // but what was copied; the unix VFS keeps its finder in pAppData, for xOpen alone.
        return sqlite3_vfs_register(&the_vfs, 0) == SQLITE_OK;
    }();
    JIPU_ASSERT(registered, "the failing disk cannot be registered");
    return the_disk;
}

} // namespace jipu::test
