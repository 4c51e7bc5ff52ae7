#pragma once

#include "core/import/importer.h"
#include "core/record/message.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

class RunAppender;

/// The growing files of a folder, one per metric, read line by line.
class MetricFiles
{
public:
    using Take = std::function<void(const std::string &metric, std::uint64_t line, std::string_view text)>;

    /// \p source is a folder, or the file of a single metric. Metrics have the names of the files without \p ending; other files are ignored.
    explicit MetricFiles(std::filesystem::path source, std::string ending = {});
    ~MetricFiles();

    /// Passes all new lines to \p take, and commits values in \p out from time to time.
    /// Errors: ImportError; SourceReplaced if a file is missing or replaced.
    void read(RunAppender &out, ReadProgress &progress, const Take &take);

    std::vector<std::filesystem::path> paths() const;
    /// Returns a file that ends within a line; empty if none does.
    std::filesystem::path unfinished() const;
    /// Returns a message about such a file.
    record::Message problem() const;

private:
    struct Metric;

    void find();
    const Metric *firstUnfinished() const;

    std::filesystem::path m_source;
    std::string m_ending;
    std::map<std::string, std::unique_ptr<Metric>> m_metrics; ///< by name
};

} // namespace lensboard::imports
