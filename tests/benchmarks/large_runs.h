#pragma once

#include "core/store/columns/run_store.h"
#include "core/visualizer/tensorboard_event_file.h"
#include "tensorboard_event.pb.h"

#include <cmath>
#include <string>

/// Runs shared by the benchmarks of opening and reading.
namespace lensboard::bench {

constexpr std::size_t kSeries = 400;
constexpr std::size_t kTicks = 25000; ///< 10 million points

inline record::Frame largeFrame(std::size_t tick)
{
    const auto number = static_cast<std::int64_t>(tick) + 1;
    record::Frame frame{{number, 1 + number / 1000, number, 64 * number, 1.7e9 + static_cast<double>(tick)}, {}};
    for (std::uint32_t series = 0; series < kSeries; ++series)
        frame.values.push_back({series, std::sin(0.001 * static_cast<double>(tick * (series + 1)))});
    return frame;
}

inline void addLargeSeries(store::RunStore &run)
{
    run.registerTag({"Weight Norm", "ParameterNorm", record::TagKind::Numerical});
    for (std::size_t series = 0; series < kSeries; ++series)
        run.registerSeries({0, "layer" + std::to_string(series), "mean", record::SeriesRole::Line});
}

/// Appends scalars of 400 tags, one event per scalar like SummaryWriter. 2,500 steps give 1 million scalars.
inline void writeEvents(visualizer::TensorboardEventFile &file, int first, int end)
{
    constexpr int kTags = 400;
    tensorboard::Event event;
    tensorboard::Summary::Value *const value = event.mutable_summary()->add_value();
    for (int step = first; step < end; ++step) {
        event.set_step(step);
        for (int tag = 0; tag < kTags; ++tag) {
            event.set_wall_time(1.7e9 + 1e-3 * step);
            value->set_tag("group" + std::to_string(tag % 20) + "/layer." + std::to_string(tag) + ".weight.norm");
            value->set_simple_value(static_cast<float>(step) / static_cast<float>(tag + 1));
            file.append(event);
        }
        file.flush();
    }
}

} // namespace lensboard::bench
