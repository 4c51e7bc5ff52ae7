#include "core/loop/loop_processes.h"

#include "core/experiment/experiment.h"
#include "core/experiment/json_text.h"
#include "core/experiment/watcher.h"
#include "core/health/rules/replica_drift.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace lensboard {

using experiment::Json;

namespace {

/// Numbers are exchanged in their memory format: processes of one training run on machines of one kind.
void append(std::string &bytes, const std::vector<double> &numbers)
{
    const std::uint64_t count = numbers.size();
    bytes.append(reinterpret_cast<const char *>(&count), sizeof count);
    bytes.append(reinterpret_cast<const char *>(numbers.data()), count * sizeof(double));
}

/// Removes the numbers of append() from the beginning of \p bytes and returns them.
std::vector<double> takeNumbers(std::string_view &bytes)
{
    std::uint64_t count = 0;
    if (bytes.size() < sizeof count)
        throw std::out_of_range("numbers");
    std::memcpy(&count, bytes.data(), sizeof count);
    bytes.remove_prefix(sizeof count);
    if (count > bytes.size() / sizeof(double))
        throw std::out_of_range("numbers");
    std::vector<double> numbers(count);
    std::memcpy(numbers.data(), bytes.data(), count * sizeof(double));
    bytes.remove_prefix(count * sizeof(double));
    return numbers;
}

Json toJson(const LoopProcesses::Watchers &watchers)
{
    Json all = Json::array();
    for (const experiment::KindSettings &watcher : watchers)
        all.push_back(watcher.settings);
    return all;
}

LoopProcesses::Watchers watchersOf(const Json &json)
{
    LoopProcesses::Watchers all;
    for (const Json &watcher : json)
        all.push_back(experiment::lensChoice(watcher));
    return all;
}

} // namespace

/// Data from one process to all others.
struct LoopProcesses::Message
{
    Json head;
    std::vector<double> pushed, checksums, sums;

    std::string bytes() const
    {
        const std::string text = head.dump();
        std::string all;
        const std::uint64_t size = text.size();
        all.append(reinterpret_cast<const char *>(&size), sizeof size);
        all += text;
        for (const auto *numbers : {&pushed, &checksums, &sums})
            append(all, *numbers);
        return all;
    }

    /// Errors: std::exception if \p bytes is not a message.
    static Message of(std::string_view bytes)
    {
        std::uint64_t size = 0;
        if (bytes.size() < sizeof size)
            throw std::out_of_range("size");
        std::memcpy(&size, bytes.data(), sizeof size);
        bytes.remove_prefix(sizeof size);
        if (size > bytes.size())
            throw std::out_of_range("size");
        Message message{experiment::parseJson(std::string(bytes.substr(0, size))), {}, {}, {}};
        bytes.remove_prefix(size);
        for (auto *numbers : {&message.pushed, &message.checksums, &message.sums})
            *numbers = takeNumbers(bytes);
        return message;
    }
};

void LoopProcesses::compareLenses(const Watchers &ofParameters, const Json &settings)
{
    const std::string own = Json{toJson(ofParameters), settings}.dump();
    const std::vector<std::string> all = m_given.exchange(own);
    m_haveSameLenses = std::ranges::all_of(all, [&](const std::string &each) { return each == own; });
}

LoopProcesses::Received LoopProcesses::exchange(const Own &own, const std::vector<double> &sums)
{
    if (!m_check || !m_check->isOf(own.parameters.whole))
        m_check.emplace(own.parameters.whole);
    Message mine{{{"pushed", Json::array()}, {"watching", toJson(own.watching)}}, {}, {}, sums};
    for (const auto &[name, values] : std::exchange(m_pushed, {})) {
        mine.head["pushed"].push_back({{"name", name}, {"count", values.size()}});
        mine.pushed.insert(mine.pushed.end(), values.begin(), values.end());
    }
    m_check->append(mine.checksums);
    mine.head["first"] = m_check->first();
    mine.head["parameters"] = own.parameters.checksum;
    if (isFirst()) {
        mine.head["wanted"] = toJson(own.wanted);
        mine.head["stop"] = own.stop;
    }
    const std::vector<std::string> all = m_given.exchange(mine.bytes());

    Received received;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        try {
            Message theirs = Message::of(all[rank]);
            if (rank == 0)
                m_mayStop = theirs.head.at("stop").get<bool>();
            if (!isFirst()) {
                m_wanted = watchersOf(theirs.head.at("wanted"));
                const bool isSame = theirs.head.at("parameters") == mine.head["parameters"] && theirs.head.at("watching") == mine.head["watching"];
                received.sums.push_back(isSame ? std::move(theirs.sums) : std::vector<double>());
                return received;
            }
            addPushed(theirs.head.at("pushed"), theirs.pushed);
            if (rank > 0)
                compare(rank, mine, theirs, received);
        } catch (const std::exception &) {
            throw record::Error(record::message("process %1 passed something else than an Inspector's sums", rank));
        }
    }
    return received;
}

void LoopProcesses::addPushed(const Json &pushed, std::span<const double> values)
{
    for (const Json &push : pushed) {
        auto &means = m_means[push.at("name").get<std::string>()];
        const auto count = push.at("count").get<std::size_t>();
        if (count > values.size())
            throw std::out_of_range("pushed");
        means.resize(std::max(means.size(), count));
        for (std::size_t i = 0; i < count; ++i) {
            means[i].sum += values[i];
            ++means[i].count;
        }
        values = values.subspan(count);
    }
}

void LoopProcesses::compare(std::size_t rank, const Message &mine, Message &theirs, Received &received)
{
    received.sums.emplace_back();
    if (theirs.head.at("parameters") != mine.head["parameters"]) {
        if (m_others.insert(rank).second)
            received.warnings.push_back(record::message("Process %1 trains other layers than the first, as in a pipeline: the run shows the first's.", rank));
        return;
    }
    if (theirs.head.at("first") == mine.head["first"]) // both have checksums of the same parameters
        for (const std::string &name : m_check->differing(mine.checksums, theirs.checksums))
            if (m_reported.insert(name).second)
                received.warnings.push_back(health::driftText(record::message("%1 (process %2)", name, rank)));
    if (theirs.head.at("watching") == mine.head["watching"])
        received.sums.back() = std::move(theirs.sums);
    else if (m_others.insert(rank).second)
        received.warnings.push_back(record::message("Process %1 has other lenses than the first process: its measurements of such ticks are left out.", rank));
}

} // namespace lensboard
