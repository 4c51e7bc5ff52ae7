#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/named_values.h"
#include "core/import/tools/wandb/wandb_log.h"
#include "core/import/tools/wandb/wandb_record_decoder.h"
#include "core/record/message.h"
#include "core/store/media.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace lensboard::imports {

/// Reads a run of Weights & Biases from its .wandb file, synced or not. Steps are W&B's; if all metrics have one step metric
/// (define_metric("*", step_metric=…)), its values are the steps. The configuration becomes hyperparameters. Images and sounds in the
/// folder "files" beside the file become the run's media; other media are counted and skipped.
class WandbImporter final : public FileImporter, private WandbSink
{
public:
    explicit WandbImporter(std::filesystem::path file);

    /// Returns the path of the .wandb file in a run folder of W&B; empty if there is not exactly one.
    static std::filesystem::path fileIn(const std::filesystem::path &folder);

private:
    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    record::RunStatus status(bool isUnfinished) const override;

    void addRun(WandbRun run) override;
    void addRow(std::span<const WandbItem> items, std::optional<std::int64_t> step) override;
    void addSummary(std::span<const WandbItem> updated) override;
    void addConfig(std::span<const WandbItem> updated, std::span<const WandbItem> removed) override;
    void addMetric(const std::string &pattern, const std::string &stepMetric) override;
    void addExit(std::int64_t exitCode) override;
    void passOver(const record::Message &kind) override;

    record::TickStamp stampOf(std::span<const WandbItem> items, std::optional<std::int64_t> step);
    void addItem(const record::TickStamp &stamp, const WandbItem &item);
    void addMedia(std::span<const WandbItem> items, const record::TickStamp &stamp);
    using Members = std::vector<std::pair<std::string, std::string_view>>; ///< members of a medium, with their JSON texts
    template <typename Use> void forEachMedium(const std::string &name, const Use &use) const;
    bool addFiles(const std::string &prefix, const std::string &type, const Members &members, const record::TickStamp &stamp);
    bool isStepMetric(const std::string &name) const;
    bool isMedium(const std::string &name) const;
    record::Message description() const;
    void showDetails();

    NamedValues m_values;
    WandbLog m_log;
    WandbRecordDecoder m_decoder;
    std::string m_stepName; ///< step metric of all metrics; empty: W&B's own step
    std::int64_t m_lastStep = -1;
    std::int64_t m_epoch = 0; ///< of the last row that has one
    std::map<std::string, std::string, std::less<>> m_media; ///< types by the names of media in the current row, with a '/' at the end
    std::unordered_map<std::string, std::string> m_summary; ///< values of names that are no series so far
    std::map<std::string, std::string> m_config;
    std::vector<std::pair<std::string, std::string>> m_details;
    std::shared_ptr<store::Media> m_files = std::make_shared<store::Media>();
    std::optional<std::int64_t> m_exitCode;
    bool m_detailsAreNew = false;
};

} // namespace lensboard::imports
