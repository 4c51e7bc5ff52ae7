// Unexpected errors: out of memory, or an undocumented exception of a library.

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

    void aFollowerOutlivesIt()
    {
        std::atomic<int> looks = 0;
        const runs::RunFollower follower(std::make_unique<FailingSource>(looks));
        QTRY_VERIFY(looks >= 2);
    }
};

LENSBOARD_TEST(ImportSourceTest)
#include "tst_import_source.moc"
