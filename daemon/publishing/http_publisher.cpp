// SPDX-License-Identifier: Apache-2.0
// The thread of one receiver: batches, pauses, errands, and what it reports of them.
#include "daemon/publishing/http_publisher.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fstream>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/publishing/backoff.hpp"
#include "daemon/publishing/delivery.hpp"
#include "daemon/publishing/http_client.hpp"

namespace jipu {
namespace {

constexpr const char* batch_type = "application/cloudevents-batch+json";
/// A game after which another has begun: it must not take the page of the one that is played.
constexpr const char* past_header = "Jipu-Past: true";
constexpr std::size_t shown_streams = 20;

/// The token in a file: its first line, without spaces at either end.
Result<std::string> read_token(const std::filesystem::path& file) {
    if (file.empty()) return std::string();
    std::ifstream in(file);
    std::string token;
    if (!in) return Error{file.string() + ": cannot be read: " + std::strerror(errno)};
    if (!std::getline(in, token)) return Error{file.string() + ": holds no token"};
    const auto first = token.find_first_not_of(" \t\r");
    if (first == std::string::npos) return Error{file.string() + ": holds no token"};
    token = token.substr(first, token.find_last_not_of(" \t\r") - first + 1);
    const bool good =
        std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!good) return Error{file.string() + ": a token has letters, digits and signs alone"};
    return token;
}

HttpClientConfig client_config(const HttpPublisherConfig& config) {
    HttpClientConfig client;
    client.ca_file = config.ca_file;
    client.client_cert = config.client_cert;
    client.client_key = config.client_key;
    client.connect_timeout = config.connect_timeout;
    client.exchange_timeout = config.exchange_timeout;
    client.stall_timeout = config.stall_timeout;
    return client;
}

HttpPublisherConfig without_last_slash(HttpPublisherConfig config) {
    while (config.url.ends_with('/')) {
        config.url.pop_back();
    }
    return config;
}

} // namespace

HttpPublisherConfig http_publisher_config(const HttpPublishConfig& config, std::string board) {
    HttpPublisherConfig made;
    made.name = config.name;
    made.url = config.url;
    made.board = std::move(board);
    made.token_file = config.token_file;
    made.ca_file = config.ca_file;
    made.client_cert = config.cert_file;
    made.client_key = config.key_file;
    for (const Stream stream : {Stream::arbiter, Stream::spectators}) {
        made.streams[index_of(stream)] = std::find(config.streams.begin(), config.streams.end(),
                                                   stream_name(stream)) != config.streams.end();
    }
    made.connect_timeout = std::chrono::milliseconds(config.connect_timeout_ms);
    made.exchange_timeout = std::chrono::milliseconds(config.request_timeout_ms);
    return made;
}

class HttpPublisher::Impl {
  public:
    Impl(Journal& journal, HttpPublisherConfig config, ReportSink report)
        : config_(without_last_slash(std::move(config))), report_(std::move(report)),
          client_(client_config(config_)),
          delivery_(
              // Another address may be another receiver: it gets everything.
              Outbox(journal, config_.name + " " + config_.url, config_.streams),
              BatchLimits{config_.batch_events, config_.batch_bytes},
              [this](ReportGrade grade, const std::string& what) { report_(grade, about(what)); }),
          backoff_(config_.retry_first, config_.retry_longest) {
        if (!config_.url.starts_with("http://") && !config_.url.starts_with("https://")) {
            throw std::runtime_error("publisher " + config_.name + ": \"" + config_.url +
                                     "\" is no http or https address");
        }
        const auto token = read_token(config_.token_file);
        if (!token) throw std::runtime_error("publisher " + config_.name + ": " + token.error());
        token_ = *token;
        status_.name = config_.name;
        status_.target = config_.url;
        thread_ = std::thread([this] { run(); });
    }

    ~Impl() {
        {
            const std::lock_guard guard(mutex_);
            stopping_ = true;
        }
        client_.interrupt();
        awake_.notify_all();
        thread_.join();
    }

    void wake() {
        {
            const std::lock_guard guard(mutex_);
            woken_ = true;
        }
        awake_.notify_all();
    }
    void try_again() {
        {
            const std::lock_guard guard(mutex_);
            again_ = true;
        }
        awake_.notify_all();
    }
    PublisherStatus status() const {
        const std::lock_guard guard(mutex_);
        return status_;
    }
    void fetch_assignment(std::function<void(Result<std::string>)> done) {
        {
            const std::lock_guard guard(mutex_);
            errands_.push_back(std::move(done));
        }
        awake_.notify_all();
    }

  private:
    using Pause = std::chrono::milliseconds;
    static constexpr Pause slice{1000};

    void run() {
        while (begin_round()) {
            // Events first; an errand may take as long as an exchange.
            const auto batch = delivery_.next();
            const bool idle = batch && batch->empty();
            if (!batch) {
                fail(batch.error());
            } else if (idle) {
                show(PublisherState::idle);
            } else {
                send(*batch);
            }
            if (run_errands() && idle) wait_for_work();
        }
        show(PublisherState::stopped);
    }

    bool begin_round() {
        bool again = false;
        {
            const std::lock_guard guard(mutex_);
            if (stopping_) return false;
            woken_ = false;
            again = std::exchange(again_, false);
        }
        if (again) {
            delivery_.go_on();
            backoff_.reset();
            read_token_again();
        }
        return true;
    }

    void wait_for_work() {
        std::unique_lock lock(mutex_);
        awake_.wait(lock, [this] { return stopping_ || woken_ || again_ || !errands_.empty(); });
    }

    /// New events do not end a pause; only somebody who mended something does. An errand is run
    /// meanwhile, and shortens it by a slice at most.
    void pause(Pause span) {
        std::unique_lock lock(mutex_);
        for (; span > Pause::zero(); span -= slice) {
            const bool called = awake_.wait_for(lock, std::min(span, slice), [this] {
                return stopping_ || again_ || !errands_.empty();
            });
            if (stopping_ || again_) return;
            if (!called) continue;
            lock.unlock();
            run_errands();
            lock.lock();
        }
    }

    HttpRequest request(const std::string& path) const {
        HttpRequest made;
        made.url = config_.url + path;
        made.token = token_;
        return made;
    }

    void send(const std::vector<StreamEvent>& batch) {
        show(PublisherState::sending);
        HttpRequest post = request("/v1/events");
        post.content_type = batch_type;
        if (delivery_.outbox().is_past(batch.front().key)) post.header = past_header;
        post.body = "[";
        for (const StreamEvent& event : batch) {
            if (post.body.size() > 1) post.body += ',';
            post.body += event.body;
        }
        post.body += ']';
        const HttpReply reply = client_.exchange(post);
        ++exchanges_;
        if (reply.interrupted) return;
        const Verdict verdict = delivery_.judge(batch, reply);
        switch (verdict.next) {
        case Verdict::Next::go_on:
            return succeed();
        case Verdict::Next::smaller:
            return;
        case Verdict::Next::fail:
            return fail(verdict.why, verdict.retry_after);
        case Verdict::Next::refuse:
            return refuse(verdict.why);
        }
    }

    void succeed() {
        if (!told_error_.empty()) report_(ReportGrade::info, about("goes on"));
        told_error_.clear();
        failures_ = 0;
        backoff_.reset();
        show(PublisherState::sending);
    }

    void fail(const std::string& why, std::chrono::seconds asked = {}) {
        const Pause own = backoff_.next(dice_(random_));
        note_failure(ReportGrade::warning, why);
        show(PublisherState::waiting);
        pause(std::clamp<Pause>(asked, own, std::max(own, config_.retry_longest)));
    }

    void refuse(const std::string& why) {
        note_failure(ReportGrade::error, why);
        show(PublisherState::refused);
        pause(config_.retry_refused);
        read_token_again();
    }

    /// The same trouble is told once, not at every attempt.
    void note_failure(ReportGrade grade, const std::string& why) {
        ++failures_;
        if (why != told_error_) report_(grade, about(why));
        told_error_ = why;
    }

    void read_token_again() {
        auto token = read_token(config_.token_file);
        if (token) {
            token_ = std::move(*token);
        } else {
            report_(ReportGrade::error,
                    about(token.error() + "; the token read before is used on"));
        }
    }

    /// False when the program stops meanwhile.
    bool run_errands() {
        for (;;) {
            std::function<void(Result<std::string>)> done;
            {
                const std::lock_guard guard(mutex_);
                if (stopping_) return false;
                if (errands_.empty()) return true;
                done = std::move(errands_.front());
                errands_.pop_front();
            }
            const HttpReply reply =
                client_.exchange(request("/v1/boards/" + config_.board + "/assignment"));
            if (reply.status == 200) {
                done(reply.body);
            } else if (reply.status == 204 || reply.status == 404) {
                done(std::string());
            } else {
                done(Error{about(words_of(reply))});
            }
        }
    }

    std::string about(const std::string& what) const {
        return "publisher " + config_.name + " (" + config_.url + "): " + what;
    }

    void show(PublisherState state) {
        auto streams = delivery_.outbox().statuses(shown_streams);
        const std::int64_t lag = delivery_.outbox().lag();
        const std::lock_guard guard(mutex_);
        status_.state = state;
        status_.last_error = told_error_;
        status_.failures = failures_;
        status_.exchanges = exchanges_;
        status_.lag = lag;
        status_.streams = std::move(streams);
    }

    HttpPublisherConfig config_;
    ReportSink report_;
    HttpClient client_;

    // The publisher's thread.
    Delivery delivery_;
    Backoff backoff_;
    std::string token_;
    std::string told_error_;
    std::int64_t failures_ = 0, exchanges_ = 0;
    std::mt19937 random_{std::random_device{}()};
    std::uniform_real_distribution<double> dice_{0.0, 1.0};

    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable awake_;
    bool stopping_ = false, woken_ = false, again_ = false;
    std::deque<std::function<void(Result<std::string>)>> errands_;
    PublisherStatus status_;

    std::thread thread_;
};

HttpPublisher::HttpPublisher(Journal& journal, HttpPublisherConfig config, ReportSink report)
    : impl_(std::make_unique<Impl>(journal, std::move(config), std::move(report))) {}
HttpPublisher::~HttpPublisher() = default;
void HttpPublisher::wake() {
    impl_->wake();
}
void HttpPublisher::try_again() {
    impl_->try_again();
}
PublisherStatus HttpPublisher::status() const {
    return impl_->status();
}
void HttpPublisher::fetch_assignment(std::function<void(Result<std::string>)> done) {
    impl_->fetch_assignment(std::move(done));
}

Result<std::string> try_service(const HttpPublisherConfig& raw) {
    const HttpPublisherConfig config = without_last_slash(raw);
    auto token = read_token(config.token_file);
    if (!token) return token;
    HttpRequest request;
    request.url = config.url + "/v1/boards/" + config.board + "/assignment";
    request.token = *token;
    const HttpReply reply = HttpClient(client_config(config)).exchange(request);
    if (reply.status == 200) return std::string("it has a pairing for this board");
    if (reply.status == 204 || reply.status == 404)
        return std::string("it has no pairing for this board");
    return Error{words_of(reply)};
}

} // namespace jipu
