#pragma once

#include "core/import/importer.h"
#include "core/record/run_info.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Details of a run in other files than its values.
struct FolderDetails
{
    std::map<std::string, std::string> settings = {}; ///< hyperparameters
    std::vector<std::pair<std::string, std::string>> environment = {};
    std::optional<record::RunStatus> status = {}; ///< without it, the status of the values' files
    double createdSeconds = 0;                    ///< 0: unknown
};

/// Reads the run in a folder: its values by an importer, and details from the files beside them. The run has the folder's name.
class FolderImporter final : public Importer
{
public:
    using ReadDetails = std::function<FolderDetails(const std::filesystem::path &folder)>;

    FolderImporter(std::filesystem::path folder, std::unique_ptr<Importer> values, ReadDetails details);

    bool read(store::RunStore &run, ReadProgress &progress) override;
    bool choose(const RoleChoice &choice) override { return m_values->choose(choice); }
    std::optional<RowReading> reading() const override { return m_values->reading(); }

private:
    record::RunInfo detailed(record::RunInfo info) const;

    std::filesystem::path m_folder;
    std::unique_ptr<Importer> m_values;
    ReadDetails m_details;
    bool m_isNamed = false;
};

} // namespace lensboard::imports
