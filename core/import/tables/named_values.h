#pragma once

#include "core/import/tables/phase_names.h"
#include "core/record/frame.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace lensboard::imports {

class RunAppender;

/// Writes values with flat names into a run.
class NamedValues
{
public:
    NamedValues(RunAppender &out, std::string lens) : m_out(out), m_names(std::move(lens)) {}

    void add(const record::TickStamp &stamp, const std::string &name, double value);
    /// Returns true if a value with this name was added.
    bool contains(const std::string &name) const { return m_series.contains(name); }

private:
    std::optional<std::uint32_t> newSeries(const std::string &name);

    RunAppender &m_out;
    PhaseNames m_names;
    std::unordered_map<std::string, std::optional<std::uint32_t>> m_series; ///< by name; nullopt: values of this name are skipped
};

} // namespace lensboard::imports
