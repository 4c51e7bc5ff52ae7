#include "core/runs/divergence/common_steps.h"

namespace lensboard::runs {

namespace {

constexpr std::size_t kFirstBlock = 256; ///< series that differ early are not read to their end
constexpr std::size_t kBlock = 16 * 1024;

} // namespace

std::vector<std::int64_t> stepsOf(const store::Run &run)
{
    std::vector<std::int64_t> steps;
    const std::vector<record::TickStamp> ticks = run.ticks(0, run.frameCount());
    steps.reserve(ticks.size());
    for (const record::TickStamp &tick : ticks)
        steps.push_back(tick.step);
    return steps;
}

SteppedValues::SteppedValues(const store::Run &run, std::uint32_t series, std::span<const std::int64_t> steps)
    : m_run(run), m_series(series), m_steps(steps)
{
}

bool SteppedValues::next()
{
    if (m_isBegun)
        ++m_at;
    m_isBegun = true;
    if (!isThere())
        return false;
    for (store::PlacedValue last = m_block[m_at];; last = m_block[m_at]) { // skips to the last value of the step
        ++m_at;
        if (!isThere() || m_steps[m_block[m_at].frame] != m_steps[last.frame]) {
            if (m_at == 0)
                m_block.insert(m_block.begin(), last); // the next block begins with another step
            else
                --m_at;
            return true;
        }
    }
}

bool SteppedValues::isThere()
{
    if (m_at == m_block.size()) {
        auto block = m_run.values(m_series, m_read, m_read == 0 ? kFirstBlock : kBlock);
        std::erase_if(block, [this](const store::PlacedValue &value) { return value.frame >= m_steps.size(); });
        if (block.empty())
            return false;
        m_read += block.size();
        m_block = std::move(block);
        m_at = 0;
    }
    return true;
}

} // namespace lensboard::runs
