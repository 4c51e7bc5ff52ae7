#pragma once

#include "core/import/run_summary.h"
#include "core/import/tensorboard/tensorboard_writers.h"
#include "core/store/file/label_file.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>

namespace lensboard::imports {

/// The runs in a folder and below, looked at again and again.
/// Thread: one at a time.
class RunScan
{
public:
    virtual ~RunScan() = default;

    struct Listener
    {
        std::function<void(const RunSummary &)> found; ///< new, or not as it was
        std::function<void(const std::filesystem::path &)> gone;
        std::function<void(const std::vector<std::string> &)> problems; ///< what of the folder cannot be read now
    };
    /// What summaries have among their quantities from the next look on.
    /// Thread: any.
    virtual void want(QuantityNames names) = 0;
    /// Notifies \p listener of what is new since the last look. Returns early if a stop is requested.
    virtual void look(std::stop_token stop, const Listener &listener) = 0;
};

/// That of a folder of this machine. Runs are reported one by one as they are read. A run that keeps changing and takes long to read is read
/// again only now and then. An error becomes a problem, and the next look goes on.
class RunFolderScan final : public RunScan
{
public:
    explicit RunFolderScan(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    void want(QuantityNames names) override;
    void look(std::stop_token stop, const Listener &listener) override;

private:
    using Clock = std::chrono::steady_clock;

    struct Known
    {
        RunSummary summary;
        std::uint64_t fingerprint = 0; ///< of its files' times and sizes
        Clock::time_point lookAgain;   ///< not before
    };

    void lookAt(const std::stop_token &stop, const Listener &listener);
    void report(const std::vector<std::string> &problems, const Listener &listener);
    void takeLabels(const Listener &listener);
    void takeAll(const std::vector<std::filesystem::path> &paths, const std::vector<std::string> &names, const std::stop_token &stop,
                 const Listener &listener);
    static bool read(const std::filesystem::path &path, Known &known, const QuantityNames &wanted);

    std::filesystem::path m_folder;
    store::LabelFile m_labels;
    TensorboardWriters m_writers;
    std::map<std::filesystem::path, Known> m_known;
    std::mutex m_mutex;
    QuantityNames m_wanted; ///< guarded by it
    std::vector<std::string> m_problems;
};

} // namespace lensboard::imports
