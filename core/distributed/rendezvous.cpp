#include "core/distributed/rendezvous.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/message_json.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::distributed {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

using StorePtr = c10::intrusive_ptr<c10d::Store>;

constexpr auto kLeavePatience = 5s;
constexpr auto kStorePatience = 10s; ///< for an answer of the store, after all processes have joined
constexpr auto kPulse = 1s;
// Units: pulses of the watching process. Its machine's suspended time is not counted.
constexpr int kSilence = 12;         ///< a process without a pulse for this long has ended
constexpr int kSuspectedSilence = 4; ///< limit after a collective has failed
constexpr auto kPoll = 20ms;

constexpr const char *kLost = "lost", *kSuspected = "suspected", *kCame = "came", *kLeft = "left", *kAllCame = "all-came";

std::string key(const char *what, int rank)
{
    return what + ('/' + std::to_string(rank));
}

std::vector<std::uint8_t> bytesOf(const std::string &text)
{
    return {text.begin(), text.end()};
}

/// Sets \p name to the English text of \p message, NUL and its structure. A single value is never read half written.
void setMessage(c10d::Store &at, const std::string &name, const record::Message &message)
{
    at.set(name, bytesOf(std::string(message) + '\0' + record::structureJson(message)));
}

/// Returns host name and process number.
record::Message ownAddress()
{
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    return record::message("%1, process id %2", host, getpid());
}

/// Disables libuv: newer LibTorch versions use it by default, but not every build contains it.
template <typename Options>
void withoutLibUv(Options &options)
{
    if constexpr (requires { options.useLibUV; })
        options.useLibUV = false;
}

/// Returns the message without the call stack that follows it.
std::string firstLine(const std::string &text)
{
    return text.substr(0, text.find('\n'));
}

/// Returns true if \p host accepts connections on \p port.
bool answers(const std::string &host, int port)
{
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
        return false;
    bool isThere = false;
    for (const addrinfo *address = found; address && !isThere; address = address->ai_next) {
        constexpr int kPatienceMs = 1000;
        const int socket = ::socket(address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol);
        pollfd connecting{socket, POLLOUT, 0};
        int error = 0;
        socklen_t size = sizeof error;
        if (socket >= 0 && ::connect(socket, address->ai_addr, address->ai_addrlen) != 0 && errno == EINPROGRESS)
            poll(&connecting, 1, kPatienceMs);
        sockaddr_storage peer{};
        socklen_t peerSize = sizeof peer;
        isThere = socket >= 0 && getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
               && getpeername(socket, reinterpret_cast<sockaddr *>(&peer), &peerSize) == 0;
        if (socket >= 0)
            close(socket);
    }
    freeaddrinfo(found);
    return isThere;
}

/// Counters that a process publishes: its pulses, and the collectives it has reached.
struct LifeSign
{
    std::int64_t count = 0, advanced = 0;

    std::string text() const { return std::to_string(count) + ' ' + std::to_string(advanced); }
    static LifeSign parsed(const std::string &text)
    {
        LifeSign sign;
        const char *end = text.data() + text.size();
        const char *blank = std::from_chars(text.data(), end, sign.count).ptr;
        if (blank != end)
            std::from_chars(blank + 1, end, sign.advanced);
        return sign;
    }
};

} // namespace

struct Rendezvous::Private
{
    explicit Private(const session::ProcessRank &where) : place(where) {}

    const session::ProcessRank place;
    bool servesStore = place.isFirst() && place.storePrefix.empty();
    StorePtr store; ///< used by the training thread only; a blocking call does not delay the other stores
    std::atomic<std::int64_t> advanced = 0;

    struct Pulse
    {
        LifeSign sign;
        int silence = 0; ///< pulses since the last change
    };
    std::vector<Pulse> pulses = std::vector<Pulse>(static_cast<std::size_t>(place.size)); ///< by rank; watching thread only, like suspected
    std::optional<int> suspected; ///< pulses since a collective failed

    std::mutex mutex; ///< guards the members below, up to the thread
    std::condition_variable_any changed;
    record::Message lost;

    std::jthread thread; ///< declared last, because it uses all other members

    /// Errors: c10's exception if no store answers within \p patience.
    StorePtr connected(bool serves, std::chrono::milliseconds patience) const
    {
        c10d::TCPStoreOptions options;
        options.port = static_cast<std::uint16_t>(place.port);
        options.isServer = serves;
        options.waitWorkers = false;
        options.timeout = patience;
        withoutLibUv(options);
        return c10::make_intrusive<c10d::PrefixStore>("lensboard" + place.storePrefix, c10::make_intrusive<c10d::TCPStore>(place.host, options));
    }

    std::string storeAddress() const { return place.host + ':' + std::to_string(place.port); }

    void serve()
    {
        try {
            store = connected(true, place.joinPatience);
        } catch (const std::exception &error) {
            throw record::Error(record::message("the processes cannot meet at %1: the port is taken, or the address is not one of this "
                                                     "machine; choose others by MASTER_ADDR and MASTER_PORT (%2)",
                                                     storeAddress(), firstLine(error.what())));
        }
    }

    void connect(const session::ProgressReport &report)
    {
        const auto end = steady_clock::now() + place.joinPatience;
        while (!answers(place.host, place.port)) { // tested first, because c10d's store logs every failed attempt
            report(record::message("process %1 of %2 waits for the first at %3", place.rank, place.size, storeAddress()));
            if (steady_clock::now() >= end)
                throw record::Error(record::message("process %1 of %2 found nobody at %3 within %4 s: is process 0 running, and does "
                                                         "MASTER_ADDR name its machine?",
                                                         place.rank, place.size, storeAddress(), place.joinPatience.count()));
            std::this_thread::sleep_for(kPoll);
        }
        store = connected(false, place.joinPatience);
    }

    /// A new timeout applies from the next get() on.
    static void limitWaiting(c10d::Store &at)
    {
        at.setTimeout(kStorePatience);
        at.get(kAllCame);
    }

    void waitForAll(const session::ProgressReport &report)
    {
        if (place.isFirst()) {
            awaitOthers(report);
            store->set(kAllCame, bytesOf("1"));
        }
        const auto end = steady_clock::now() + place.joinPatience + kLeavePatience;
        while (!store->check({kAllCame})) {
            report(record::message("process %1 of %2 waits for the others", place.rank, place.size));
            if (const auto reason = messageAt(*store, kLost))
                throw record::Error(*reason);
            if (steady_clock::now() >= end)
                throw record::Error(record::message("process %1 of %2 waited for the others in vain", place.rank, place.size));
            std::this_thread::sleep_for(kPoll);
        }
    }

    void awaitOthers(const session::ProgressReport &report)
    {
        const auto end = steady_clock::now() + place.joinPatience;
        while (true) {
            std::string missing;
            int count = 0;
            for (int rank = 1; rank < place.size; ++rank)
                if (!store->check({key("address", rank)})) {
                    missing += (count == 0 ? "" : ", ") + std::to_string(rank);
                    ++count;
                }
            if (count == 0)
                return;
            report(record::message("waiting for %1 of %2 processes", count, place.size));
            if (steady_clock::now() >= end)
                throw record::Error(record::message("of %1 processes these did not come to %2 within %3 s: %4", place.size, storeAddress(),
                                                         place.joinPatience.count(), missing));
            std::this_thread::sleep_for(kPoll);
        }
    }

    std::optional<std::string> valueOf(c10d::Store &at, const std::string &name) const
    {
        if (!at.check({name}))
            return std::nullopt;
        const auto bytes = at.get(name);
        return std::string(bytes.begin(), bytes.end());
    }

    std::optional<record::Message> messageAt(c10d::Store &at, const std::string &name) const
    {
        const auto value = valueOf(at, name);
        if (!value)
            return std::nullopt;
        const std::size_t end = std::min(value->find('\0'), value->size());
        return record::messageFrom(value->substr(0, end), std::string_view(*value).substr(std::min(end + 1, value->size())));
    }

    record::Message nameOf(c10d::Store &at, int rank) const
    {
        return record::message("process %1 of %2 (%3)", rank, place.size, messageAt(at, key("address", rank)).value_or("?"));
    }

    /// The process that serves the store leaves last, so that all others can read the reason.
    void leave()
    {
        if (!servesStore && isLost())
            return; // the lost process may be the one that serves the store
        try {
            store->add(kLeft, 1);
            const auto end = steady_clock::now() + kLeavePatience;
            while (servesStore && store->add(kLeft, 0) < store->add(kCame, 0) && steady_clock::now() < end)
                std::this_thread::sleep_for(kPoll);
        } catch (const std::exception &) { // the store is gone
        }
    }

    /// Errors: std::runtime_error naming the process that ended, if the store does not answer.
    template <typename Work>
    auto asking(const Work &work)
    {
        try {
            return work();
        } catch (const std::exception &error) {
            const record::Message reason = lostWithin(kSuspectedSilence * kPulse);
            throw record::Error(reason.empty() ? record::messageOf(error) : reason);
        }
    }

    bool isLost()
    {
        const std::lock_guard lock(mutex);
        return !lost.empty();
    }

    record::Message lostWithin(std::chrono::milliseconds patience)
    {
        std::unique_lock lock(mutex);
        changed.wait_for(lock, patience, [this] { return !lost.empty(); });
        return lost;
    }

    // ---- the watching thread

    void setLost(const record::Message &text)
    {
        const std::lock_guard lock(mutex);
        if (lost.empty())
            lost = text;
        changed.notify_all();
    }

    void live(const std::stop_token &stop)
    {
        try {
            const StorePtr own = connected(false, place.joinPatience);
            limitWaiting(*own);
            LifeSign sign;
            while (!stop.stop_requested()) {
                ++sign.count;
                sign.advanced = advanced;
                own->set(key("alive", place.rank), bytesOf(sign.text()));
                watch(*own);
                std::unique_lock lock(mutex);
                changed.wait_for(lock, stop, kPulse, [] { return false; });
            }
        } catch (const std::exception &) { // exception of the store
            if (!stop.stop_requested())
                setLost(record::message("process 0 of %1 no longer answers at %2", place.size, storeAddress()));
        }
    }

    void watch(c10d::Store &own)
    {
        if (suspected || own.check({kSuspected}))
            suspected = suspected.value_or(-1) + 1;
        if (place.isFirst())
            for (int rank = 1; rank < place.size; ++rank)
                watch(own, rank);
        else
            watch(own, 0);
        if (place.isFirst() && suspected > kSuspectedSilence + 1)
            nameLaggard(own);
        if (const auto reason = messageAt(own, kLost))
            setLost(*reason);
    }

    void watch(c10d::Store &own, int rank)
    {
        Pulse &pulse = pulses[static_cast<std::size_t>(rank)];
        const LifeSign sign = LifeSign::parsed(valueOf(own, key("alive", rank)).value_or(""));
        if (sign.count != pulse.sign.count)
            pulse = {sign};
        else if (++pulse.silence > (suspected ? kSuspectedSilence : kSilence))
            noteAt(own, record::message("%1 does not answer any more", nameOf(own, rank)));
    }

    /// All processes are alive, so the one that reached fewer collectives than the others hangs.
    void nameLaggard(c10d::Store &own)
    {
        pulses[0].sign.advanced = advanced;
        const auto [least, most] = std::ranges::minmax_element(pulses, {}, [](const Pulse &pulse) { return pulse.sign.advanced; });
        if (least->sign.advanced < most->sign.advanced)
            noteAt(own, record::message("%1 hangs: the others waited for it in vain", nameOf(own, static_cast<int>(least - pulses.begin()))));
    }

    /// Keeps the first reason if there are several.
    void noteAt(c10d::Store &at, const record::Message &reason) const
    {
        if (!at.check({kLost}))
            setMessage(at, kLost, reason);
    }

    void note(const record::Message &reason)
    {
        if (isLost())
            return;
        try {
            noteAt(*store, reason);
        } catch (const std::exception &) { // the store is gone, so nobody could read the reason
        }
    }
};

Rendezvous::Rendezvous(const session::ProcessRank &place, const session::ProgressReport &report) : d(std::make_unique<Private>(place))
{
    if (d->servesStore)
        d->serve();
    else
        d->connect(report);
    try {
        setMessage(*d->store, key("address", place.rank), ownAddress());
        d->store->get(key("address", place.rank)); // get() has a time limit, unlike the calls below
        d->store->add(kCame, 1);
        d->waitForAll(report);
        d->limitWaiting(*d->store);
    } catch (const std::exception &error) {
        d->note(record::messageOf(error));
        d->leave();
        throw;
    }
    d->thread = std::jthread([this](const std::stop_token &stop) { d->live(stop); });
}

Rendezvous::~Rendezvous()
{
    d->thread = {};
    d->leave();
}

c10d::Store &Rendezvous::store() const
{
    return *d->store;
}

void Rendezvous::set(const std::string &key, const std::string &value)
{
    d->asking([&] { d->store->set(key, bytesOf(value)); });
}

std::string Rendezvous::await(const std::string &key)
{
    return d->asking([&] {
        auto pause = std::chrono::microseconds(50);
        while (!d->store->check({key})) {
            std::unique_lock lock(d->mutex);
            if (!d->lost.empty())
                throw record::Error(d->lost);
            d->changed.wait_for(lock, pause);
            pause = std::min(2 * pause, std::chrono::microseconds(kPoll));
        }
        return *d->valueOf(*d->store, key);
    });
}

void Rendezvous::advanced()
{
    ++d->advanced;
}

void Rendezvous::fail(const record::Message &reason)
{
    d->note(record::message("process %1 of %2 failed: %3", d->place.rank, d->place.size, reason));
}

record::Message Rendezvous::lost(std::chrono::milliseconds patience)
{
    try {
        d->store->set(kSuspected, bytesOf("1"));
    } catch (const std::exception &) { // the watching thread detects this, too
    }
    return d->lostWithin(patience);
}

} // namespace lensboard::distributed
