#include "core/session/recorded_training.h"

#include "core/health/finding_keeper.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/engine_loader.h"
#include "core/session/new_run.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lensboard::session {

using namespace std::chrono_literals;

namespace {

constexpr auto kCheckpointPatience = 5s; ///< time for writing the run file before a checkpoint
constexpr auto kClosePatience = 2s;

} // namespace

RecordedTraining::RecordedTraining(std::optional<ResumedRun> resumed, std::shared_ptr<store::RunStore> run,
                                   const experiment::Experiment &experiment, const TrainingStart &start, Session::Priority priority)
    : m_resumed(std::move(resumed)), m_run(std::move(run)), m_framesBefore(m_run->frameCount())
{
    TrainingStart placed = start;
    placed.runCreated = m_run->info().createdSeconds;
    record::Message problem;
    if (experiment.processes > 1 && !start.place)
        try {
            m_others = std::make_unique<WorkerProcesses>(experiment, start);
            placed.place = m_others->ownPlace();
        } catch (const std::exception &error) {
            problem = record::messageOf(error);
        }
    const auto make = [placed, problem](const experiment::Experiment &prepared) {
        if (!problem.empty())
            throw record::Error(problem);
        return makeTrainer(prepared, placed);
    };
    m_session = std::make_unique<Session>(experiment, m_run, make, priority);
    m_reactions = std::make_shared<HealthReactions>(experiment.health, m_run, *m_session);
    const auto keeper = std::make_shared<health::FindingKeeper>(m_run);
    m_judge = std::make_shared<health::RunJudge>(m_run, experiment.health.judging(), [reactions = m_reactions, keeper](const auto &judgement) {
        keeper->keep(judgement);
        reactions->react(judgement);
    });
    m_session->setLastLook([judge = m_judge, reactions = m_reactions, keeper, run = m_run, rules = experiment.health.judging().size()] {
        run->awaitLate();
        reactions->setLast();
        const auto judgement = judge->lookNow();
        keeper->keepLast(*judgement);
        if (judgement->error.empty())
            run->update([&](record::RunInfo &info) { info.verdict = health::verdictOf(*judgement, rules); });
    });
}

RecordedTraining::RecordedTraining(const experiment::Experiment &experiment, const TrainingStart &start, Session::Priority priority)
    : RecordedTraining(std::nullopt, std::make_shared<store::RunStore>(newRunInfo(experiment)), experiment, start, priority)
{}

RecordedTraining::RecordedTraining(ResumedRun resumed, Session::Priority priority)
    : RecordedTraining(resumed, resumed.run, resumed.experiment, resumed.start, priority)
{}

RecordedTraining::~RecordedTraining()
{
    m_reactions->end(); // needed because the judge may have other owners
}

void RecordedTraining::record(const std::filesystem::path &path)
{
    if (m_file)
        return;
    const auto &experiment = m_session->experiment();
    const store::SaverOptions options{.keep = static_cast<std::size_t>(experiment.tick.keep)};
    try {
        m_file = m_resumed ? recordResumed(m_run, m_resumed->file, options) : store::saveRun(m_run, path, experiment.name, options);
    } catch (const std::exception &error) {
        m_problem = record::messageOf(error);
        throw;
    }
    if (!m_resumed)
        for (const std::filesystem::path &kept : keepFilesOfEarlierRun(m_file->path()))
            m_run->append({record::RunEvent::Kind::Notice, 0, record::wallSeconds(),
                           record::message("A file of an earlier run of this name is kept as %1.", kept.string())});
    m_session->keepCheckpoint(checkpointPath(m_file->path()), [file = m_file] { file->requireWritten(kCheckpointPatience); });
}

std::filesystem::path RecordedTraining::file() const
{
    return m_file ? m_file->path() : m_resumed ? m_resumed->file : std::filesystem::path();
}

UnsavedTicks RecordedTraining::unsaved() const
{
    const std::size_t written = std::max(m_framesBefore, m_file ? m_file->acknowledgedFrames() : 0); // read first, as the run may grow
    UnsavedTicks unsaved{m_run->frameCount() - written};
    if (unsaved.count > 0)
        unsaved.first = m_run->ticks(written, written + 1).front();
    if (m_file)
        unsaved.why = m_file->problem();
    else if (unsaved.count > 0)
        unsaved.why = m_problem.empty() ? record::message("the run is not recorded") : m_problem;
    return unsaved;
}

bool RecordedTraining::isWritten() const
{
    return isOver() && (!m_file || m_file->isClosed());
}

void RecordedTraining::closeFile()
{
    if (m_file && isOver() && m_file->waitUntilWritten(kClosePatience))
        m_file->finish();
}

bool RecordedTraining::discardUnlessTrained()
{
    if (!m_file || m_resumed || !isOver() || m_session->status().hasTrained)
        return false;
    m_file->finish();
    store::removeRunFile(std::exchange(m_file, nullptr)->path());
    return true;
}

record::Message RecordedTraining::finish()
{
    m_reactions->end();
    m_session.reset();
    return m_file ? m_file->finish() : record::Message();
}

} // namespace lensboard::session
