#pragma once

#include "core/record/message.h"
#include "core/runs/run_source.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/label_file.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace lensboard::runs {

/// A run from another tool, with the user's name and notes for it.
///
/// A replaced or rewritten source is read again into a second store. The second store replaces the shown content when it has as many
/// ticks, stops growing, or was read kMaxRereads times, because a writer may still be rewriting its file.
///
/// An exception other than ImportError leaves the progress unknown: the source reports it and stops following the run.
class ImportSource final : public RunSource
{
public:
    using MakeImporter = std::function<std::unique_ptr<imports::Importer>()>;

    /// Errors: exceptions of the importer; ImportError if \p choice is given and the format has no columns.
    ImportSource(const std::filesystem::path &path, MakeImporter make, imports::ReadProgress &progress, const imports::RoleChoice &choice = {});

    std::shared_ptr<const store::Run> run() const override;
    bool refresh(imports::ReadProgress &progress) override;
    void choose(const imports::RoleChoice &choice) override;
    std::optional<imports::RowReading> reading() const override;

private:
    static constexpr int kMaxRereads = 10;

    /// The content of a replaced source read so far.
    struct Replacement
    {
        std::unique_ptr<imports::Importer> importer;
        store::RunStore run;
        int reads = 0;
    };

    std::unique_ptr<imports::Importer> made() const;
    bool readOn(imports::ReadProgress &progress);
    bool readAnew(imports::ReadProgress &progress);
    bool setProblem(const record::Message &problem);
    void takeLabel();
    void showLabel();

    std::filesystem::path m_path;
    MakeImporter m_make;
    imports::RoleChoice m_choice;
    std::unique_ptr<imports::Importer> m_importer; ///< null: not followed any more
    store::LabelFile m_labels;
    std::string m_importedName;
    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<Replacement> m_replacement; ///< null: the source was not replaced
    record::Message m_problem;
    record::Message m_messageBefore;
};

} // namespace lensboard::runs
