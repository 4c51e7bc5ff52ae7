// Prints the last value of every line of a run: a run file, also one that is being recorded, or a log of another tool.
//   last_values RUN

#include <lensboard/run.h>

#include <cstdio>
#include <exception>
#include <limits>

using lensboard::record::Axis;
using lensboard::record::SeriesRole;

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    try {
        lensboard::imports::ReadProgress progress;
        const auto source = lensboard::runs::openRun(argv[1], progress);
        const auto run = source->run();
        lensboard::store::RunCursor cursor; // keep it: after source->refresh(progress), since() returns only changes
        const auto known = run->since(cursor);
        for (std::uint32_t series = 0; series < known.series.size(); ++series) {
            const auto &[tag, layer, label, role] = known.series[series];
            const auto last = run->valueAt(series, Axis::Step, std::numeric_limits<double>::infinity());
            if (last && role == SeriesRole::Line)
                std::printf("%s / %s / %s: %g at step %lld, %zu values\n", known.tags[tag].second.name.c_str(), layer.c_str(),
                            label.c_str(), last->value, static_cast<long long>(last->stamp.step), run->tally(series).count);
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
