#pragma once

#include "core/store/file/run_saver.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace lensboard::test {

inline constexpr std::size_t kSeries = 4;

inline record::RunInfo infoOf(const char *name, record::RunStatus status)
{
    record::RunInfo info;
    info.name = name;
    info.status = status;
    info.createdSeconds = 1.75e9 + 0.125;
    info.experiment = R"({"format": 1})";
    info.environment = {{"host", "there"}};
    info.notes = "ünïcode";
    info.verdict = record::RunVerdict{{"NotFinite"}, {}};
    info.layers = {{"", "Sequential", false, {}},
                   {"fc1", "Linear", true, {{"weight", {3, 2}, true}, {"bias", {3}, false, "embedding.bias"}}, std::vector<std::int64_t>{record::kBatchSize, 3},
                    {{"running_mean", {3}}}}};
    return info;
}

/// A run written by a saver while it grows.
class GrowingRun
{
public:
    /// \p isTimed: some values have times of their own.
    explicit GrowingRun(const std::filesystem::path &path, std::size_t frames = 0, bool isTimed = true, const store::SaverOptions &options = {})
        : store(std::make_shared<store::RunStore>(infoOf("growing", record::RunStatus::Recording))), m_isTimed(isTimed)
    {
        addMadeSeries(*store, kSeries);
        saver = std::make_unique<store::RunSaver>(store, path, std::filesystem::path(), options);
        grow(frames);
    }

    void grow(std::size_t frames)
    {
        for (const std::size_t end = m_frames + frames; m_frames < end; ++m_frames)
            store->commit(m_isTimed ? timedFrame(m_frames, kSeries) : madeFrame(m_frames, kSeries));
        saver->requireWritten(kPatience);
    }
    void finish()
    {
        store->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        saver->finish();
    }

    std::shared_ptr<store::RunStore> store;
    std::unique_ptr<store::RunSaver> saver;

private:
    bool m_isTimed;
    std::size_t m_frames = 0;
};

} // namespace lensboard::test
