// SPDX-License-Identifier: Apache-2.0
// The listening socket, the loop, and the bounds on connections. One loop, one thread.
#include "daemon/results/server.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <list>
#include <stdexcept>

#include "daemon/results/session.hpp"

namespace jipu::results {

class Server::Impl {
  public:
    explicit Impl(ServerOptions options) : options_(std::move(options)) {
        if (!options_.certificate.empty()) load_certificate();
        boost::system::error_code trouble;
        const auto address = asio::ip::make_address(options_.address, trouble);
        if (trouble) throw std::runtime_error(options_.address + ": a numeric address is expected");
        const asio::ip::tcp::endpoint endpoint(address, options_.port);
        try {
            acceptor_.open(endpoint.protocol());
            acceptor_.set_option(asio::socket_base::reuse_address(true));
            acceptor_.bind(endpoint);
            acceptor_.listen();
        } catch (const boost::system::system_error& error) {
            throw std::runtime_error("cannot listen on " + options_.address + " port " +
                                     std::to_string(options_.port) + ": " + error.code().message());
        }
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    asio::io_context& loop() { return loop_; }

    void watch_signals(std::function<void(int)> on_signal) {
        on_signal_ = std::move(on_signal);
        for (const int signal : {SIGTERM, SIGINT, SIGHUP})
            signals_.add(signal);
        await_signal();
    }

    void serve(Service& service) {
        service_ = &service;
        accept();
        beat();
        loop_.run();
        service_ = nullptr;
    }

    void begin_stop() {
        if (stopping_) return;
        stopping_ = true;
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        heartbeat_.cancel();
        retry_.cancel();
        deadline_.expires_after(options_.stop_timeout);
        deadline_.async_wait([this](boost::system::error_code) { loop_.stop(); });
        for (const auto& connection : connections_)
            if (const auto alive = connection.lock()) alive->wind_down();
        await_last();
    }

  private:
    void load_certificate() {
        tls_.emplace(asio::ssl::context::tls_server);
        tls_->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                          asio::ssl::context::no_tlsv1_1);
        try {
            tls_->use_certificate_chain_file(options_.certificate);
        } catch (const boost::system::system_error& error) {
            throw std::runtime_error(options_.certificate +
                                     ": no certificate chain in PEM: " + error.code().message());
        }
        try {
            tls_->use_private_key_file(options_.key, asio::ssl::context::pem);
        } catch (const boost::system::system_error& error) {
            throw std::runtime_error(options_.key + ": no private key in PEM for " +
                                     options_.certificate + ": " + error.code().message());
        }
    }

    void await_signal() {
        signals_.async_wait([this](boost::system::error_code trouble, int signal) {
            if (trouble) return;
            on_signal_(signal);
            await_signal();
        });
    }

    void accept() {
        acceptor_.async_accept(
            [this](boost::system::error_code trouble, asio::ip::tcp::socket socket) {
                if (stopping_) return;
                if (trouble) {
                    // Out of descriptors, most likely: what is served goes on, new ones wait a
                    // little.
                    retry_.expires_after(std::chrono::milliseconds(100));
                    retry_.async_wait([this](boost::system::error_code) {
                        if (!stopping_) accept();
                    });
                    return;
                }
                connections_.remove_if([](const auto& c) { return c.expired(); });
                if (connections_.size() < options_.max_connections) begin(std::move(socket));
                accept();
            });
    }

    void begin(asio::ip::tcp::socket socket) {
        boost::system::error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        beast::tcp_stream stream(std::move(socket));
        const auto run = [this](const auto& session) {
            connections_.push_back(session);
            session->start();
        };
        if (tls_)
            run(std::make_shared<Session<TlsStream>>(TlsStream(std::move(stream), *tls_), *service_,
                                                     options_));
        else
            run(std::make_shared<Session<PlainStream>>(std::move(stream), *service_, options_));
    }

    void beat() {
        heartbeat_.expires_after(options_.heartbeat);
        heartbeat_.async_wait([this](boost::system::error_code trouble) {
            if (trouble || stopping_) return;
            service_->beat();
            beat();
        });
    }

    /// Ends the loop when the last connection has gone; deadline_ ends it anyway.
    void await_last() {
        connections_.remove_if([](const auto& c) { return c.expired(); });
        if (connections_.empty()) return loop_.stop();
        retry_.expires_after(std::chrono::milliseconds(10));
        retry_.async_wait([this](boost::system::error_code) { await_last(); });
    }

    ServerOptions options_;
    asio::io_context loop_{1};
    asio::ip::tcp::acceptor acceptor_{loop_};
    asio::signal_set signals_{loop_};
    asio::steady_timer heartbeat_{loop_}, retry_{loop_}, deadline_{loop_};
    std::optional<asio::ssl::context> tls_;
    std::function<void(int)> on_signal_;
    std::list<std::weak_ptr<Connection>> connections_;
    Service* service_ = nullptr;
    bool stopping_ = false;
};

Server::Server(ServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;

std::uint16_t Server::port() const {
    return impl_->port();
}

void Server::post(std::function<void()> work) {
    asio::post(impl_->loop(), std::move(work));
}

void Server::watch_signals(std::function<void(int)> on_signal) {
    impl_->watch_signals(std::move(on_signal));
}

void Server::serve(Service& service) {
    impl_->serve(service);
}

void Server::stop() {
    asio::post(impl_->loop(), [this] { impl_->begin_stop(); });
}

} // namespace jipu::results
