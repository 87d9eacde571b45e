// SPDX-License-Identifier: Apache-2.0
// One exchange at a time over libcurl, that another thread can interrupt.
#include "daemon/publishing/http_client.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <regex>
#include <utility>

#include "rules/base/contract.hpp"

namespace jipu {
namespace {

struct ListFree {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListFree>;

void add_header(HeaderList& list, const std::string& line) {
    curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
    JIPU_ASSERT(longer != nullptr, "no memory for a header");
    static_cast<void>(list.release()); // the list's head is the same, or was empty
    list.reset(longer);
}

/// libcurl's global state, once a program.
void prepare_library() {
    static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
    JIPU_ASSERT(code == CURLE_OK, "libcurl cannot be set up");
}

struct Collected {
    std::string body;
    std::size_t most = 0;
};

std::size_t collect(char* bytes, std::size_t size, std::size_t count, void* into) {
    auto& collected = *static_cast<Collected*>(into);
    if (collected.body.size() + size * count > collected.most) return 0; // ends the exchange
    collected.body.append(bytes, size * count);
    return size * count;
}

} // namespace

std::string without_durations(const std::string& error) {
    return std::regex_replace(error, std::regex(" after [0-9]+ (ms|milliseconds)"), "");
}

class HttpClient::Impl {
  public:
    explicit Impl(HttpClientConfig config) : config_(std::move(config)) {
        prepare_library();
        multi_ = curl_multi_init();
        easy_ = curl_easy_init();
        JIPU_ASSERT(multi_ != nullptr && easy_ != nullptr, "libcurl cannot be set up");
    }
    ~Impl() {
        curl_easy_cleanup(easy_);
        curl_multi_cleanup(multi_);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    HttpReply exchange(const HttpRequest& request) {
        char words[CURL_ERROR_SIZE] = "";
        Collected collected{{}, config_.most_reply_bytes};
        HeaderList headers;
        set_up(request, headers, collected, words);

        HttpReply reply;
        curl_multi_add_handle(multi_, easy_);
        CURLcode code = CURLE_OK;
        reply.interrupted = !drive(code);
        curl_multi_remove_handle(multi_, easy_);
        curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, nullptr);
        if (reply.interrupted) {
            reply.error = "broken off";
            return reply;
        }
        if (code != CURLE_OK) {
            reply.error = without_durations(words[0] != '\0' ? words : curl_easy_strerror(code));
            reply.timed_out = code == CURLE_OPERATION_TIMEDOUT;
            return reply;
        }
        long status = 0;
        curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
        curl_off_t wait = 0;
        curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &wait);
        reply.status = static_cast<int>(status);
        reply.body = std::move(collected.body);
        reply.retry_after = std::chrono::seconds(std::clamp<curl_off_t>(wait, 0, 86'400));
        return reply;
    }

    void interrupt() {
        interrupted_ = true;
        curl_multi_wakeup(multi_);
    }

  private:
    void set_up(const HttpRequest& request, HeaderList& headers, Collected& collected,
                char* words) {
        curl_easy_reset(easy_); // options only: connection and TLS session are kept
        const auto set = [this](CURLoption option, auto value) {
            curl_easy_setopt(easy_, option, value);
        };
        set(CURLOPT_ERRORBUFFER, words);
        set(CURLOPT_URL, request.url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_NOSIGNAL, 1L);
        // Only the configuration says where the moves go, not the environment; and a token follows
        // no redirection.
        set(CURLOPT_PROXY, "");
        set(CURLOPT_FOLLOWLOCATION, 0L);
        set(CURLOPT_TCP_KEEPALIVE, 1L);
        set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(config_.connect_timeout.count()));
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(config_.exchange_timeout.count()));
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(config_.stall_timeout.count()));
        if (!config_.ca_file.empty()) set(CURLOPT_CAINFO, config_.ca_file.c_str());
        if (!config_.client_cert.empty()) set(CURLOPT_SSLCERT, config_.client_cert.c_str());
        if (!config_.client_key.empty()) set(CURLOPT_SSLKEY, config_.client_key.c_str());
        set(CURLOPT_WRITEFUNCTION, collect);
        set(CURLOPT_WRITEDATA, static_cast<void*>(&collected));
        if (!request.token.empty()) {
            add_header(headers, "Authorization: Bearer " + request.token);
        }
        if (!request.header.empty()) add_header(headers, request.header);
        if (!request.content_type.empty()) {
            set(CURLOPT_POST, 1L);
            set(CURLOPT_POSTFIELDS, request.body.data());
            set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
            add_header(headers, "Content-Type: " + request.content_type);
            add_header(headers, "Expect:");
        }
        add_header(headers, "Accept: application/json");
        set(CURLOPT_HTTPHEADER, headers.get());
    }

    /// False: broken off.
    bool drive(CURLcode& code) {
        int running = 1;
        while (running > 0) {
            if (interrupted_) return false;
            CURLMcode multi_code = curl_multi_perform(multi_, &running);
            if (multi_code == CURLM_OK && running > 0) {
                // A bound for safety only: libcurl shortens it to its own time-outs.
                multi_code = curl_multi_poll(multi_, nullptr, 0, 60000, nullptr);
            }
            JIPU_ASSERT(multi_code == CURLM_OK, "libcurl's loop failed");
        }
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
            if (message->msg == CURLMSG_DONE) code = message->data.result;
        }
        return true;
    }

    HttpClientConfig config_;
    CURLM* multi_ = nullptr;
    CURL* easy_ = nullptr;
    std::atomic<bool> interrupted_{false};
};

HttpClient::HttpClient(HttpClientConfig config)
    : impl_(std::make_unique<Impl>(std::move(config))) {}
HttpClient::~HttpClient() = default;
HttpReply HttpClient::exchange(const HttpRequest& request) {
    return impl_->exchange(request);
}
void HttpClient::interrupt() {
    impl_->interrupt();
}

} // namespace jipu
