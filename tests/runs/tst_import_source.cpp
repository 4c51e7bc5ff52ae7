// Unexpected errors: out of memory, or an undocumented exception of a library.

#include "core/record/stoppable_sleep.h"
#include "core/runs/import_source.h"
#include "core/runs/run_follower.h"
#include "core/store/columns/run_store.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <new>

using namespace lensboard;
using namespace lensboard::imports;

namespace {

/// Reads a tick on the first call and fails on each further call.
class FailingImporter final : public Importer
{
public:
    explicit FailingImporter(int &looks) : m_looks(looks) {}

    bool read(store::RunStore &run, ReadProgress &) override
    {
        if (++m_looks > 1)
            throw std::bad_alloc();
        run.commit({{1, 1, 10, 0, 0}, {}});
        return true;
    }

private:
    int &m_looks;
};

/// Source that has not even enough memory to report its error.
class FailingSource final : public runs::RunSource
{
public:
    explicit FailingSource(std::atomic<int> &looks) : m_looks(looks) {}

    std::shared_ptr<const store::Run> run() const override { return nullptr; }
    bool refresh(ReadProgress &) override
    {
        ++m_looks;
        throw std::bad_alloc();
    }

private:
    std::atomic<int> &m_looks;
};

} // namespace

class ImportSourceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUnexpectedErrorIsToldAndEndsTheReading()
    {
        int looks = 0;
        ReadProgress progress;
        runs::ImportSource source("/tmp/a.csv", [&] { return std::make_unique<FailingImporter>(looks); }, progress);
        QVERIFY(source.refresh(progress));
        const std::string message = source.run()->info().message;
        QCOMPARE(QString::fromStdString(message), "/tmp/a.csv: cannot be read on (std::bad_alloc); open it again to see new values");
        QCOMPARE(source.run()->frameCount(), std::size_t{1}); // values read before the error stay
        QVERIFY(!source.refresh(progress));
        QCOMPARE(looks, 2);
    }

    void aFollowerOutlivesItAndReportsItOnce()
    {
        std::atomic<int> looks = 0;
        std::vector<std::string> errors;
        {
            const runs::RunFollower follower(std::make_unique<FailingSource>(looks), [&](const record::Message &error) { errors.push_back(error); });
            QTRY_VERIFY(looks >= 3);
        }
        QCOMPARE(errors.size(), std::size_t{1});
        QVERIFY2(errors.front().find("std::bad_alloc") != std::string::npos, errors.front().c_str());
    }

    /// The importer has no columns.
    void aFollowerReportsAnImpossibleChoice()
    {
        int looks = 0;
        ReadProgress progress;
        std::atomic<bool> isReported = false;
        auto source = std::make_unique<runs::ImportSource>("/tmp/a.csv", [&] { return std::make_unique<FailingImporter>(looks); }, progress);
        runs::RunFollower follower(std::move(source), [&](const record::Message &error) { isReported = error.find("/tmp/a.csv: has no columns") != std::string::npos; });
        follower.choose({{"loss", ColumnUse::Epoch}});
        QTRY_VERIFY(isReported);
    }

    void aLoopOutlivesErrorsOfItsReports()
    {
        std::stop_source stop;
        int calls = 0, reports = 0;
        const auto work = [&] {
            if (++calls == 3)
                stop.request_stop();
            throw std::bad_alloc();
        };
        const auto report = [&](const std::exception &) {
            ++reports;
            throw std::bad_alloc();
        };
        record::repeat(stop.get_token(), std::chrono::milliseconds(1), work, report);
        QCOMPARE(calls, 3);
        QCOMPARE(reports, 3);
    }
};

LENSBOARD_TEST(ImportSourceTest)
#include "tst_import_source.moc"
