#include "core/import/tables/named_values.h"

#include "core/import/run_appender.h"

namespace lensboard::imports {

void NamedValues::add(const record::TickStamp &stamp, const std::string &name, double value)
{
    const auto [series, isNew] = m_series.try_emplace(name);
    if (isNew)
        series->second = newSeries(name);
    if (series->second)
        m_out.add(stamp, *series->second, value);
}

std::optional<std::uint32_t> NamedValues::newSeries(const std::string &name)
{
    const PhaseNames::Line line = m_names.lineOf(name);
    const auto tag = m_out.tag(line.tag);
    return tag ? m_out.line(*tag, line.layer, line.label) : std::nullopt;
}

} // namespace lensboard::imports
