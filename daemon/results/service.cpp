// SPDX-License-Identifier: Apache-2.0
// Requests to answers. Every answer about durability is made from what the store said after its
// commit, never before.
#include "daemon/results/service.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "config/read_file.hpp"
#include "daemon/results/assets.hpp"
#include "daemon/results/batch.hpp"
#include "daemon/results/pairings.hpp"
#include "daemon/results/pgn_export.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::results {
namespace {

constexpr int max_list = 10000; ///< events in one answer
constexpr std::size_t max_pairings_bytes = 4U << 20U;

/// Nothing but our own files: no inline script, no frame, no other origin.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

Response json_response(unsigned status, const Json& body) {
    Response response;
    response.status = status;
    // What stands in `body` was checked when it came; a byte that slipped through must not end us.
    response.body = dump_line(body) + "\n";
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response text_response(std::string content_type, std::string body) {
    Response response;
    response.content_type = std::move(content_type);
    response.body = std::move(body);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response not_found(std::string_view what) {
    return error_response(404, std::string(what) + " is not here");
}

Response unauthorized(const Request& request) {
    auto response =
        error_response(401, request.authorization.empty() ? "a bearer token is expected"
                                                          : "this token is not known here");
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
}

Response asset_response(const Request& request, std::string_view name) {
    const Asset* asset = find_asset(name);
    if (asset == nullptr) return not_found(name);
    Response response;
    response.headers.emplace_back("ETag", asset->etag);
    response.headers.emplace_back("Cache-Control", "no-cache");
    response.content_type = asset->content_type;
    if (asset->content_type.starts_with("text/html"))
        response.headers.emplace_back("Content-Security-Policy", page_policy);
    if (request.if_none_match == asset->etag)
        response.status = 304;
    else
        response.body = asset->bytes;
    return response;
}

std::optional<std::int64_t> number_in(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || trouble != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

bool is_batch_type(std::string_view content_type) {
    std::string media(content_type.substr(0, content_type.find(';')));
    while (!media.empty() && (media.back() == ' ' || media.back() == '\t'))
        media.pop_back();
    std::transform(media.begin(), media.end(), media.begin(), [](unsigned char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    });
    return media == "application/cloudevents-batch+json";
}

/// The list of a stream's events as one JSON array, made of the stored lines as they are.
std::string array_of(const std::vector<std::string>& bodies) {
    std::string out = "[";
    for (const auto& body : bodies) {
        if (out.size() > 1) out += ",\n";
        out += body;
    }
    return out + "]\n";
}

Response disk_trouble(const std::string& why) {
    auto response = error_response(503, why);
    response.headers.emplace_back("Retry-After", "5");
    return response;
}

/// The file is read anew for every fetch: the organiser replaces it between rounds.
Result<Pairings> read_pairings(const std::filesystem::path& file) {
    const auto text = read_file(file.string(), max_pairings_bytes);
    if (!text) return Error{file.string() + ": " + text.error()};
    return parse_pairings(*text, file.string());
}

bool ends_with(std::string_view text, std::string_view end, std::string& without) {
    if (!text.ends_with(end)) return false;
    without = std::string(text.substr(0, text.size() - end.size()));
    return true;
}

} // namespace

Service::Service(ServiceOptions options, Store store, Host host)
    : options_(std::move(options)), host_(std::move(host)),
      store_(
          [&] {
              const auto games = store.current_games();
              if (!games) throw std::runtime_error(games.error());
              for (const auto& name : *games) {
                  auto state = store.load(name);
                  if (!state)
                      host_.warn(name.board + "/" + name.game + ": " + state.error());
                  else if (*state)
                      hall_.put(std::move(**state));
              }
              return std::move(store);
          }(),
          options_.max_store_jobs) {}

bool Service::is_ingest(const Request& request) {
    return std::string_view(request.target).substr(0, request.target.find('?')) == "/v1/events";
}

std::optional<Response> Service::refuse_early(const Request& head, bool has_body) const {
    const bool ingest = is_ingest(head);
    const bool reads = head.method == "GET" || head.method == "HEAD";
    if (ingest ? head.method != "POST" : !reads) {
        auto response = error_response(405, ingest ? "POST is expected" : "GET is expected");
        response.headers.emplace_back("Allow", ingest ? "POST" : "GET, HEAD");
        return response;
    }
    if (!ingest)
        return has_body ? std::optional(error_response(400, "no body is expected")) : std::nullopt;
    const auto owner = options_.tokens.owner(head.authorization);
    if (!owner) return unauthorized(head);
    if (*owner == Tokens::arbiter)
        return error_response(403, "this token reads; a board's token is expected");
    if (!is_batch_type(head.content_type))
        return error_response(415, "Content-Type: application/cloudevents-batch+json is expected");
    return std::nullopt;
}

void Service::handle(const Request& request, const Reply& reply) {
    if (auto refused = refuse_early(request, !request.body.empty()))
        return reply(std::move(*refused));
    if (is_ingest(request)) return post_events(request, reply);
    const auto target = parse_target(request.target);
    if (!target) return reply(error_response(400, "an absolute path is expected"));
    get(request, *target, reply);
}

void Service::post_events(const Request& request, const Reply& reply) {
    auto batch = parse_batch(request.body);
    if (!batch) return reply(error_response(400, batch.error()));
    const std::string owner = *options_.tokens.owner(request.authorization);
    for (const auto& incoming : *batch)
        if (incoming.event.board != owner)
            return reply(error_response(403, "this token is bound to board " + owner +
                                                 ", the event " + incoming.event.id() +
                                                 " is another board's"));
    const std::size_t bytes = request.body.size();
    if (waiting_bytes_ > 0 && waiting_bytes_ + bytes > options_.max_waiting_bytes)
        return reply(disk_trouble("too much is waiting for the disk, come again"));
    const std::int64_t received = host_.now_ms();
    const bool taken =
        store_.try_post([this, on_loop = host_.on_loop, received, reply, bytes, past = request.past,
                         events = std::move(*batch)](Store& store) {
            auto result = store.ingest(events, received, past);
            on_loop([this, reply, bytes, result = std::move(result)] {
                waiting_bytes_ -= bytes;
                finish_ingest(result, reply);
            });
        });
    if (!taken) return reply(disk_trouble("too much is waiting for the disk, come again"));
    waiting_bytes_ += bytes;
}

void Service::finish_ingest(const Result<Ingested>& result, const Reply& reply) {
    disk_well_ = static_cast<bool>(result);
    if (!result) {
        host_.warn("events refused, nothing stored: " + result.error());
        return reply(disk_trouble(result.error()));
    }
    for (const auto& stored : result->fresh)
        hall_.apply(stored);
    hall_.publish(host_.now_ms());
    Json durable = Json::object();
    for (const auto& [stream, seq] : result->durable)
        durable[stream] = seq;
    switch (result->outcome) {
    case Ingested::Outcome::stored:
        return reply(json_response(200, Json{{"durable", durable}}));
    case Ingested::Outcome::gap:
        return reply(
            json_response(409, Json{{"error", "a gap: " + result->stream_id + " goes on with " +
                                                  std::to_string(result->want)},
                                    {"want", Json{{result->stream_id, result->want}}},
                                    {"durable", durable}}));
    case Ingested::Outcome::conflict:
        host_.warn(result->id + " came again with another body; refused");
        return reply(
            json_response(422, Json{{"error", "this event is stored already with another body"},
                                    {"id", result->id}}));
    }
}

void Service::get(const Request& request, const Target& target, const Reply& reply) {
    const auto& path = target.segments;
    if (path.empty()) return reply(asset_response(request, "index.html"));
    if (path.size() == 2 && path[0] == "boards" && hall_.board(path[1]) == nullptr &&
        !options_.tokens.has(path[1])) {
        auto response = asset_response({}, "missing.html");
        response.status = 404;
        return reply(std::move(response));
    }
    if (path.size() == 2 && (path[0] == "boards" || path[0] == "games"))
        return reply(asset_response(request, "board.html"));
    if (path.size() == 2 && path[0] == "static") return reply(asset_response(request, path[1]));
    if (path.size() == 1 && path[0] == "healthz")
        return reply(disk_well_ ? json_response(200, Json{{"status", "ok"}})
                                : disk_trouble("the last write to the disk failed"));
    if (path.size() >= 2 && path[0] == "v1") return get_v1(request, target, reply);
    reply(not_found("this page"));
}

void Service::get_v1(const Request& request, const Target& target, const Reply& reply) {
    const auto& path = target.segments;
    if (path[1] == "boards" && path.size() == 2)
        return reply(json_response(200, hall_.list(host_.now_ms())));
    if (path[1] == "live" && path.size() == 2) return get_live(request, target, "", reply);
    if (path[1] == "boards" && path.size() <= 4 && is_wire_name(path[2]))
        return get_board(request, target, reply);
    if (path[1] == "games" && (path.size() == 3 || path.size() == 4))
        return get_game(request, target, reply);
    reply(not_found("this page"));
}

void Service::get_board(const Request& request, const Target& target, const Reply& reply) {
    const auto& path = target.segments;
    const std::string& board = path[2];
    if (path.size() == 3) {
        const GameState* state = hall_.board(board);
        if (state == nullptr) return reply(not_found("board " + board));
        return reply(json_response(200, state->full(host_.now_ms())));
    }
    if (path[3] == "live") return get_live(request, target, board, reply);
    if (path[3] == "assignment") return get_assignment(request, board, reply);
    if (path[3] == "games")
        return ask_store(
            [board](Store& store) {
                const auto games = store.games_of(board, max_list);
                if (!games) return disk_trouble(games.error());
                return json_response(200, Json{{"board", board}, {"games", *games}});
            },
            reply);
    reply(not_found("this page"));
}

void Service::get_live(const Request& request, const Target& target, std::string board,
                       const Reply& reply) {
    if (hall_.listeners() >= options_.max_listeners)
        return reply(disk_trouble("too many are listening, come again"));
    Response response;
    response.content_type = "text/event-stream";
    std::string last = request.last_event_id;
    if (last.empty()) last = target.query_value("last-event-id");
    response.stream = Subscription{std::move(board), number_in(last)};
    reply(std::move(response));
}

void Service::get_game(const Request& request, const Target& target, const Reply& reply) {
    const auto& path = target.segments;
    std::string name = path[2];
    enum class Kind { state, pgn, events, arbiter } kind = Kind::state;
    if (path.size() == 4) {
        if (path[3] != "arbiter") return reply(not_found("this page"));
        kind = Kind::arbiter;
    } else if (ends_with(path[2], ".pgn", name)) {
        kind = Kind::pgn;
    } else if (ends_with(path[2], ".json", name)) {
        kind = Kind::events;
    }
    if (!is_wire_name(name)) return reply(not_found("game " + name));
    std::optional<std::string> owner;
    if (kind == Kind::arbiter) {
        owner = options_.tokens.owner(request.authorization);
        if (!owner) return reply(unauthorized(request));
    }
    const std::string asked = target.query_value("after");
    if (!asked.empty() && !number_in(asked))
        return reply(error_response(400, "after: a whole number from 0 is expected"));
    const auto after = number_in(asked).value_or(0);
    ask_store(
        [=, board = target.query_value("board"), now = host_.now_ms()](Store& store) {
            const auto found = store.find_game(name);
            if (!found) return disk_trouble(found.error());
            const auto it = std::find_if(found->begin(), found->end(), [&](const GameName& g) {
                return board.empty() || g.board == board;
            });
            if (it == found->end()) return not_found("game " + name);
            if (kind == Kind::arbiter && *owner != Tokens::arbiter && *owner != it->board)
                return error_response(403, "this token is bound to board " + *owner);
            if (kind == Kind::arbiter || kind == Kind::events) {
                const auto bodies = store.bodies(*it, kind == Kind::events ? "public" : "arbiter",
                                                 static_cast<std::uint64_t>(after), max_list);
                if (!bodies) return disk_trouble(bodies.error());
                return text_response("application/cloudevents-batch+json", array_of(*bodies));
            }
            const auto state = store.load(*it);
            if (!state) return disk_trouble(state.error());
            if (!*state) return not_found("game " + name);
            if (kind == Kind::state) return json_response(200, (**state).full(now));
            const auto pgn = to_pgn(**state);
            if (!pgn) return error_response(404, pgn.error());
            return text_response("application/x-chess-pgn; charset=utf-8", *pgn);
        },
        reply);
}

void Service::get_assignment(const Request& request, const std::string& board, const Reply& reply) {
    const auto owner = options_.tokens.owner(request.authorization);
    if (!owner) return reply(unauthorized(request));
    if (*owner != board && *owner != Tokens::arbiter)
        return reply(error_response(403, "this token is bound to board " + *owner));
    if (options_.pairings.empty()) return reply(not_found("a pairing for board " + board));
    ask_store(
        [board, file = options_.pairings, host = host_, told = told_pairings_](Store&) {
            const auto pairings = read_pairings(file);
            // Every board asks again and again: the same trouble is told once.
            host.on_loop([warn = host.warn, told, why = pairings ? "" : pairings.error()] {
                if (!why.empty() && why != *told) warn(why);
                *told = why;
            });
            if (!pairings) {
                return disk_trouble("the pairings cannot be read now");
            }
            const auto it = pairings->find(board);
            if (it == pairings->end()) return not_found("a pairing for board " + board);
            return json_response(200, it->second);
        },
        reply);
}

void Service::subscribe(const Subscription& what, const std::shared_ptr<Listener>& listener) {
    hall_.subscribe(what, listener, host_.now_ms());
}

void Service::ask_store(std::function<Response(Store&)> work, const Reply& reply) {
    const bool taken = store_.try_post(
        [work = std::move(work), on_loop = host_.on_loop, reply](Store& store) {
            on_loop([reply, response = work(store)]() mutable { reply(std::move(response)); });
        },
        options_.max_store_jobs / 2); // readers, who may be anybody, leave room for the boards
    if (!taken) reply(disk_trouble("too much is waiting for the disk, come again"));
}

} // namespace jipu::results
