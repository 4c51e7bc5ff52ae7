#pragma once

#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"

#include <map>
#include <string>
#include <vector>

namespace lensboard::test {

/// Returns the values of \p lens in each tick of the run file \p path, by label.
inline std::vector<std::map<std::string, double>> lensValues(const std::string &path, const std::string &lens)
{
    const store::RunFile file(path);
    const store::RunChanges all = whole(file);
    std::vector<std::map<std::string, double>> ticks;
    for (const record::Frame &frame : file.frames(0, all.lastFrame)) {
        auto &tick = ticks.emplace_back();
        for (const auto &[series, value] : frame.values)
            if (all.tags[all.series.at(series).tag].second.lens == lens)
                tick[all.series[series].label] = value;
    }
    return ticks;
}

} // namespace lensboard::test
