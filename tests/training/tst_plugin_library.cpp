#include "core/session/trusted_models.h"
#include "core/training/plugin_library.h"
#include "tests/support/scratch_file.h"

#include <QTest>

#include <dlfcn.h>

using namespace lensboard;
using test::ScratchFile;

namespace {

std::string plugin(int number)
{
    return LENSBOARD_BINARY_DIR "/tests/numbered_plugin_" + std::to_string(number) + ".so";
}

int numberOf(const training::PluginLibrary &library)
{
    return reinterpret_cast<int (*)()>(dlsym(library.handle, "number"))();
}

} // namespace

class PluginLibraryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasTrustedRunsWhateverBecomesOfTheFile()
    {
        const ScratchFile file("plugin.so");
        file.write(session::programBytes(plugin(1)));
        const std::string trusted = session::fileSha256(file.path());
        const auto first = training::loadPluginLibrary(file.path(), trusted);
        QCOMPARE(first.sha256, trusted);
        file.write(std::string(session::programBytes(plugin(2)).size(), 'x')); // writes in place; a mapped file would change
        QCOMPARE(numberOf(first), 1);
        file.write(session::programBytes(plugin(2)));
        try {
            training::loadPluginLibrary(file.path(), trusted);
            QFAIL("another content ran");
        } catch (const std::runtime_error &error) {
            QVERIFY2(QString(error.what()).contains(QString::fromStdString(file.path().string()) + " was changed after it was allowed to run"), error.what());
        }
        const auto second = training::loadPluginLibrary(file.path(), session::fileSha256(file.path()));
        QCOMPARE(numberOf(second), 2);
        QCOMPARE(numberOf(first), 1);
    }

    void theSameContentIsLoadedOnce()
    {
        QCOMPARE(training::loadPluginLibrary(plugin(1), {}).handle, training::loadPluginLibrary(plugin(1), {}).handle);
        QVERIFY(training::loadPluginLibrary(plugin(1), {}).handle != training::loadPluginLibrary(plugin(2), {}).handle);
    }

    /// The loader would map pages beyond the end of the file.
    void oneThatIsCutShortIsReported()
    {
        const ScratchFile file("cut.so");
        const std::string whole = session::programBytes(plugin(1));
        for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 61 : 997) {
            file.write(whole.substr(0, size));
            QVERIFY_EXCEPTION_THROWN(training::loadPluginLibrary(file.path(), {}), std::runtime_error);
        }
    }

    void whatIsNoLibraryIsReported()
    {
        const ScratchFile file("text.so");
        file.write("text");
        QVERIFY_EXCEPTION_THROWN(training::loadPluginLibrary(file.path(), {}), std::runtime_error);
        QVERIFY_EXCEPTION_THROWN(training::loadPluginLibrary(file.folder(), {}), std::runtime_error);
    }
};

QTEST_GUILESS_MAIN(PluginLibraryTest)
#include "tst_plugin_library.moc"
