#include "core/runs/import_source.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <exception>
#include <utility>

namespace lensboard::runs {

ImportSource::ImportSource(const std::filesystem::path &path, MakeImporter make, imports::ReadProgress &progress, const imports::RoleChoice &choice)
    : m_path(path), m_make(std::move(make)), m_choice(choice), m_importer(made()), m_run(std::make_shared<store::RunStore>())
{
    m_importer->read(*m_run, progress);
    takeLabel();
}

std::unique_ptr<imports::Importer> ImportSource::made() const
{
    auto importer = m_make();
    if (!m_choice.empty() && !importer->choose(m_choice))
        throw imports::ImportError(m_path, record::message("has no columns to choose; a step or run column can be chosen for CSV and JSON only"));
    return importer;
}

/// Reads the run into a second store. It replaces the shown content after one read.
void ImportSource::choose(const imports::RoleChoice &choice)
{
    m_choice = choice;
    m_replacement = std::make_unique<Replacement>(made());
    m_replacement->reads = kMaxRereads - 1;
}

std::optional<imports::RowReading> ImportSource::reading() const
{
    return m_importer ? m_importer->reading() : std::nullopt;
}

std::shared_ptr<const store::Run> ImportSource::run() const
{
    return m_run;
}

bool ImportSource::refresh(imports::ReadProgress &progress)
{
    if (m_labels.refresh())
        showLabel();
    if (!m_importer && !m_replacement)
        return false;
    try {
        return readOn(progress);
    } catch (const imports::ImportError &error) {
        return setProblem(record::messageOf(error));
    } catch (const std::exception &error) {
        m_importer.reset();
        return setProblem(record::message("%1: cannot be read on (%2); open it again to see new values", m_path.string(), record::messageOf(error)));
    }
}

bool ImportSource::readOn(imports::ReadProgress &progress)
{
    try {
        if (m_replacement)
            return readAnew(progress);
        const bool grown = m_importer->read(*m_run, progress);
        return setProblem({}) || grown;
    } catch (const imports::SourceReplaced &) {
        m_replacement = std::make_unique<Replacement>(made());
        return readAnew(progress);
    }
}

/// Continues reading a replaced source. Returns true if its new content is now shown.
bool ImportSource::readAnew(imports::ReadProgress &progress)
{
    auto &[importer, run, reads] = *m_replacement;
    const bool grows = importer->read(run, progress) || reads == 0;
    if (progress.stop.stop_requested() || (++reads < kMaxRereads && grows && run.committedCount() < m_run->committedCount()))
        return setProblem({});
    m_importer = std::move(importer);
    m_run->become(std::move(run));
    m_replacement.reset();
    m_problem.clear();
    takeLabel();
    return true;
}

/// Shows \p problem instead of the importer's message; an empty \p problem restores that message. Returns true if it is new.
bool ImportSource::setProblem(const record::Message &problem)
{
    if (problem == m_problem)
        return false;
    m_run->update([&](record::RunInfo &info) {
        if (m_problem.empty())
            m_messageBefore = info.message;
        if (!problem.empty())
            info.message = problem;
        else if (info.message == m_problem)
            info.message = m_messageBefore;
    });
    m_problem = problem;
    return true;
}

/// Called after a run was read from its beginning and has the importer's name.
void ImportSource::takeLabel()
{
    m_importedName = m_run->info().name;
    showLabel();
}

void ImportSource::showLabel()
{
    const record::RunLabel label = m_labels.label(m_path);
    const std::string name = label.name.empty() ? m_importedName : label.name;
    if (const record::RunInfo info = m_run->info(); info.name == name && info.notes == label.notes)
        return;
    m_run->update([&](record::RunInfo &info) {
        info.name = name;
        info.notes = label.notes;
    });
}

} // namespace lensboard::runs
