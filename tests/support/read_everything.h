#pragma once

#include "core/bytes/wave_file.h"
#include "core/import/tensorboard/value_media.h"
#include "core/store/media.h"
#include "tests/support/made_run.h"

namespace lensboard::test {

/// Reads a run with all queries used by the window and the exports.
inline void readEverything(const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    run.info();
    run.frames(0, run.frameCount());
    for (std::uint32_t series = 0; series < all.series.size(); ++series) {
        const auto span = run.span(series);
        for (const auto axis : {record::Axis::Step, record::Axis::WallTime}) {
            const double low = span ? coordinate(span->first, axis) : 0, high = span ? coordinate(span->second, axis) : 1;
            for (const std::size_t columns : {1, 40, 2000}) {
                run.trace(series, {axis, low, high, columns});
                run.trace(series, {axis, low + (high - low) / 3, low + (high - low) / 2, columns});
            }
            run.sampled(series, {axis, low, high, 1}, 50);
            run.valueAt(series, axis, (low + high) / 2);
        }
        run.tally(series);
        run.values(series, 0, 100);
        run.histograms(series);
        for (const store::TensorPlace &place : run.tensorPlaces(series))
            run.tensor(series, place.frame);
    }
    const auto media = run.media();
    for (std::size_t tag = 0; media && tag < media->tags().size(); ++tag)
        for (const store::Medium &medium : media->of(tag))
            try {
                const std::string content = media->read(medium).value();
                imports::textOfTensor(content);
                imports::curveOfTensor(content);
                if (const auto wave = bytes::waveFile(content); wave && wave->frames > 0)
                    wave->sample(wave->frames - 1, wave->channels - 1);
            } catch (const store::MediumError &) {
            }
}

} // namespace lensboard::test
