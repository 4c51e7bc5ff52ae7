#include "core/import/tables/step_counter.h"

#include "core/import/tables/stamp_field.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace lensboard::imports {

namespace {

bool isTaken(const StepCounter::Row &row, std::uint64_t since)
{
    return since > 0 && row.lastRow >= since;
}

} // namespace

std::int64_t StepCounter::step(const Row &row)
{
    ++m_rows;
    const std::size_t number = row.counter ? row.part : 0;
    m_parts.resize(std::max(m_parts.size(), number + 1));
    m_leader = m_leader.value_or(number);
    Part &part = m_parts[number];
    const bool isBeside = row.isOfLoop && row.epoch && number != *m_leader;
    const std::int64_t step = !row.counter ? stepOfEpoch(row, part) : isBeside ? stepBesideLeader(row, part) : stepOfCounter(row, part);
    if (step != part.step || part.since == 0)
        part.since = m_rows;
    part.step = step;
    part.counter = row.counter;
    return step;
}

std::int64_t StepCounter::stepOfCounter(const Row &row, const Part &part)
{
    enter(row, part);
    Epoch &epoch = m_epochs[m_epoch];
    epoch.last = *row.counter + epoch.offset;
    m_top = std::min(std::max(m_top, epoch.last), kLargestStep); // so that no sum below overflows
    return epoch.last;
}

/// Enters the row's epoch. If the counter restarts in a new epoch, its steps continue after all earlier steps.
void StepCounter::enter(const Row &row, const Part &part)
{
    if (m_epochs.empty())
        m_epochs.push_back({std::floor(row.epoch.value_or(0)), 0, 0});
    if (!row.epoch)
        return;
    const double number = std::floor(*row.epoch);
    if (number > m_epochs.back().number) {
        const std::int64_t counter = *row.counter, behind = m_top + 1 - std::min<std::int64_t>(counter, 1);
        m_beginsAgain = m_beginsAgain || (part.counter && (counter < *part.counter || (counter == *part.counter && isTaken(row, part.since))));
        const bool goesOn = m_beginsAgain && std::abs(behind) <= kLargestStep && std::abs(behind + counter) <= kLargestStep;
        m_epochs.push_back({number, goesOn ? behind : m_epochs.back().offset, 0});
        if (goesOn)
            note(Manner::EpochsBefore);
    }
    m_epoch = epochAt(number);
}

/// Other parts, such as validation, count their own loop. Their rows get the leading part's last step in their epoch.
std::int64_t StepCounter::stepBesideLeader(const Row &row, const Part &part)
{
    note(Manner::LeadingPart);
    const std::int64_t last = m_epochs[epochAt(std::floor(*row.epoch))].last;
    if (part.since == 0 || last > part.step)
        return last;
    return isTaken(row, part.since) ? part.step + 1 : part.step;
}

std::int64_t StepCounter::stepOfEpoch(const Row &row, const Part &part)
{
    const double number = *row.epoch;
    const auto whole = static_cast<std::int64_t>(std::floor(number));
    std::int64_t step = part.step;
    if (m_epochs.empty() || number > m_epochs.back().number) {
        step = m_epochs.empty() ? whole : std::max(whole, m_top + 1);
        m_epochs.push_back({number, step, step});
        m_epoch = m_epochs.size() - 1;
    } else if (number != m_epochs[m_epoch].number) {
        const bool isLater = number > m_epochs[m_epoch].number;
        m_epoch = epochAt(number);
        step = isLater ? std::max(m_epochs[m_epoch].offset, step + 1) : m_epochs[m_epoch].offset;
    } else if (isTaken(row, part.since)) {
        ++step;
    }
    if (step != whole)
        note(Manner::RowsOfEpoch);
    m_top = std::max(m_top, step);
    return step;
}

/// Returns the last epoch with at most this \p number, or the first epoch.
std::size_t StepCounter::epochAt(double number) const
{
    const auto after = std::upper_bound(m_epochs.begin(), m_epochs.end(), number, [](double n, const Epoch &epoch) { return n < epoch.number; });
    return after == m_epochs.begin() ? 0 : static_cast<std::size_t>(after - m_epochs.begin()) - 1;
}

void StepCounter::note(Manner manner)
{
    m_used |= 1u << static_cast<unsigned>(manner);
}

std::optional<StepCounter::Manner> StepCounter::takeNews()
{
    const unsigned news = m_used & ~m_reported;
    if (news == 0)
        return std::nullopt;
    const int first = std::countr_zero(news);
    m_reported |= 1u << first;
    return static_cast<Manner>(first);
}

} // namespace lensboard::imports
