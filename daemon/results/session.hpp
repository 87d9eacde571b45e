// SPDX-License-Identifier: Apache-2.0
// One connection, plain or TLS: reads requests one after the other, or becomes a live stream.
// Included by server.cpp alone, so that Beast is compiled once; longer than a header should be, for
// it is the body of one template.
#pragma once

#include <boost/asio/dispatch.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "daemon/results/server.hpp"

namespace jipu::results {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using PlainStream = beast::tcp_stream;
using TlsStream = asio::ssl::stream<beast::tcp_stream>;

/// A connection as the server sees it.
class Connection {
  public:
    virtual ~Connection() = default;
    /// The program stops: answer what is in hand, then close.
    virtual void wind_down() = 0;
};

template <typename Stream>
class Session final : public Connection,
                      public Listener,
                      public std::enable_shared_from_this<Session<Stream>> {
  public:
    Session(Stream stream, Service& service, const ServerOptions& options)
        : stream_(std::move(stream)), service_(service), options_(options),
          buffer_(options.max_header_bytes + 65536) {}

    void start() {
        if constexpr (std::is_same_v<Stream, TlsStream>) {
            arm_timeout();
            stream_.async_handshake(asio::ssl::stream_base::server,
                                    [self = self()](beast::error_code trouble) {
                                        if (!trouble) self->read_head();
                                    });
        } else {
            read_head();
        }
    }

    void wind_down() override {
        last_request_ = true;
        if (state_ != State::answering) close();
    }

    void send(const Frame& frame) override {
        if (state_ != State::streaming) return;
        queued_bytes_ += frame->size();
        if (queued_bytes_ > options_.max_queued_bytes) return close();
        queue_.push_back(frame);
        if (queue_.size() == 1) write_frame();
    }

  private:
    enum class State : std::uint8_t { reading, answering, streaming, leaving, closed };
    using Parser = http::request_parser<http::string_body>;

    std::shared_ptr<Session> self() { return this->shared_from_this(); }
    void arm_timeout() { beast::get_lowest_layer(stream_).expires_after(options_.request_timeout); }
    void close() {
        state_ = State::closed;
        beast::get_lowest_layer(stream_).close();
    }

    void read_head() {
        if (last_request_) return close();
        state_ = State::reading;
        parser_.emplace();
        parser_->header_limit(options_.max_header_bytes);
        parser_->body_limit(options_.max_body_bytes);
        arm_timeout();
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = self()](beast::error_code trouble, std::size_t) {
                                    if (trouble) return self->refuse(trouble);
                                    self->read_body();
                                });
    }

    void read_body() {
        take_head();
        // Who may not send is told so before he has sent it.
        if (auto refused = service_.refuse_early(request_, !parser_->is_done())) {
            last_request_ = last_request_ || !parser_->is_done();
            state_ = State::answering;
            return respond(std::move(*refused));
        }
        const auto expect = parser_->get()[http::field::expect];
        if (beast::iequals(expect, "100-continue") && !parser_->is_done()) {
            static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
            asio::async_write(stream_, asio::buffer(go_on.data(), go_on.size()),
                              [self = self()](beast::error_code trouble, std::size_t) {
                                  if (!trouble) self->read_rest();
                              });
            return;
        }
        read_rest();
    }

    void take_head() {
        const auto& message = parser_->get();
        const auto text = [&](auto name) {
            const auto value = message[name];
            return std::string(value.data(), value.size());
        };
        request_ = {};
        request_.method = std::string(message.method_string());
        request_.target = std::string(message.target());
        request_.content_type = text(http::field::content_type);
        request_.authorization = text(http::field::authorization);
        request_.last_event_id = text("Last-Event-ID");
        request_.if_none_match = text(http::field::if_none_match);
        request_.past = text("Jipu-Past") == "true";
        is_head_ = message.method() == http::verb::head;
        if (!message.keep_alive()) last_request_ = true;
    }

    void read_rest() {
        http::async_read(stream_, buffer_, *parser_,
                         [self = self()](beast::error_code trouble, std::size_t) {
                             if (trouble) return self->refuse(trouble);
                             self->dispatch();
                         });
    }

    /// A request that cannot be read gets its reason when there is one to tell, and no second try.
    void refuse(beast::error_code trouble) {
        if (state_ == State::closed || trouble == http::error::end_of_stream ||
            trouble == http::error::partial_message || trouble == beast::error::timeout)
            return close();
        last_request_ = true;
        state_ = State::answering;
        if (trouble == http::error::body_limit)
            return respond(error_response(413, "a body of not more than " +
                                                   std::to_string(options_.max_body_bytes) +
                                                   " bytes is expected"));
        if (trouble == http::error::header_limit || trouble == http::error::buffer_overflow)
            return respond(error_response(431, "a head of not more than " +
                                                   std::to_string(options_.max_header_bytes) +
                                                   " bytes is expected"));
        if (trouble.category() == make_error_code(http::error::bad_method).category())
            return respond(error_response(400, "HTTP/1.1 is expected: " + trouble.message()));
        close();
    }

    void dispatch() {
        state_ = State::answering;
        request_.body = std::move(parser_->get().body());
        const Request request = std::move(request_);
        service_.handle(request,
                        [self = self()](Response response) { self->respond(std::move(response)); });
    }

    void respond(Response response) {
        if (state_ == State::closed) return;
        if (response.stream && !is_head_) return begin_stream(*response.stream);
        answer_.emplace(static_cast<http::status>(response.status), 11);
        answer_->set(http::field::server, "jipu-results");
        answer_->set(http::field::content_type, response.content_type);
        answer_->set("X-Content-Type-Options", "nosniff");
        answer_->set("Referrer-Policy", "no-referrer");
        for (const auto& [name, value] : response.headers)
            answer_->set(name, value);
        answer_->keep_alive(!last_request_);
        // Of what is not sent the true length is told or none: a cache in front believes it.
        if (response.status != 304 && !response.stream)
            answer_->content_length(response.body.size());
        if (!is_head_) answer_->body() = std::move(response.body);
        arm_timeout();
        if (is_head_) {
            serializer_.emplace(*answer_);
            http::async_write_header(stream_, *serializer_, after_answer());
        } else {
            http::async_write(stream_, *answer_, after_answer());
        }
    }

    auto after_answer() {
        return [self = self()](beast::error_code trouble, std::size_t) {
            self->is_head_ = false;
            self->serializer_.reset();
            if (trouble || self->state_ == State::closed) return self->close();
            if (!self->last_request_) return self->read_head();
            self->hang_up();
        };
    }

    /// Closing with bytes unread would reset the connection and take the answer with it: our side
    /// is shut, and what still comes is read past for a while.
    void hang_up() {
        state_ = State::leaving;
        beast::error_code ignored;
        beast::get_lowest_layer(stream_).socket().shutdown(asio::ip::tcp::socket::shutdown_send,
                                                           ignored);
        beast::get_lowest_layer(stream_).expires_after(options_.stop_timeout);
        drain_left_ = 4 * options_.max_body_bytes;
        drain();
    }
    void drain() {
        beast::get_lowest_layer(stream_).async_read_some(
            asio::buffer(scratch_), [self = self()](beast::error_code trouble, std::size_t count) {
                if (trouble || count > self->drain_left_) return self->close();
                self->drain_left_ -= count;
                self->drain();
            });
    }

    void begin_stream(const Subscription& what) {
        state_ = State::streaming;
        last_request_ = true;
        buffer_.clear();
        static const Frame head = std::make_shared<const std::string>(
            "HTTP/1.1 200 OK\r\nServer: jipu-results\r\nContent-Type: text/event-stream\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            "X-Accel-Buffering: no\r\nConnection: close\r\n\r\nretry: 1000\n\n");
        beast::get_lowest_layer(stream_).expires_never();
        watch_for_end();
        send(head);
        service_.subscribe(what, self());
    }
    /// A live stream's reader has nothing more to say; this read ends when it goes away.
    void watch_for_end() {
        stream_.async_read_some(asio::buffer(scratch_),
                                [self = self()](beast::error_code trouble, std::size_t) {
                                    if (trouble) return self->close();
                                    if (self->state_ == State::streaming) self->watch_for_end();
                                });
    }
    void write_frame() {
        arm_timeout();
        asio::async_write(stream_, asio::buffer(*queue_.front()),
                          [self = self()](beast::error_code trouble, std::size_t) {
                              if (trouble || self->state_ == State::closed) return self->close();
                              self->queued_bytes_ -= self->queue_.front()->size();
                              self->queue_.pop_front();
                              if (!self->queue_.empty()) self->write_frame();
                          });
    }

    Stream stream_;
    Service& service_;
    const ServerOptions& options_;
    beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    Request request_;
    std::optional<http::response<http::string_body>> answer_;
    std::optional<http::response_serializer<http::string_body>> serializer_;
    std::array<char, 4096> scratch_{};
    std::deque<Frame> queue_;
    std::size_t queued_bytes_ = 0;
    std::uint64_t drain_left_ = 0;
    State state_ = State::reading;
    bool last_request_ = false;
    bool is_head_ = false;
};

} // namespace jipu::results
