#include "core/bytes/tfrecord.h"
#include "core/store/columns/run_store.h"
#include "core/store/media.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/stat.h>

using namespace lensboard;
using store::Media;
using store::Medium;
using store::MediumKind;
using test::ScratchFile;

namespace {

Medium at(std::int64_t step, std::uint64_t offset = 0, std::optional<std::uint64_t> size = {})
{
    Medium medium;
    medium.step = step;
    medium.offset = offset;
    medium.size = size;
    return medium;
}

/// Returns the message of the error; an empty text if the medium was read.
QString problemOf(const Media &media, const Medium &medium)
{
    try {
        media.read(medium).value();
        return {};
    } catch (const store::MediumError &error) {
        return QString::fromStdString(error.what());
    }
}

QList<qint64> stepsOf(const Media &media, std::size_t tag)
{
    QList<qint64> steps;
    for (const Medium &medium : media.of(tag))
        steps << medium.step;
    return steps;
}

} // namespace

class MediaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mediaAreOrderedByStep()
    {
        Media media;
        QCOMPARE(media.summary(), std::string());
        for (const std::int64_t step : {3, 1, 2, 1})
            QVERIFY(media.add("a", MediumKind::Image, at(step, static_cast<std::uint64_t>(step) * 10 + media.version())));
        QVERIFY(media.add("a", MediumKind::Text, at(1)));
        QCOMPARE(stepsOf(media, 0), (QList<qint64>{1, 1, 2, 3}));
        QCOMPARE(media.of(0)[0].offset, std::uint64_t{11}); // the order of arrival at one step
        QCOMPARE(media.of(0)[1].offset, std::uint64_t{13});
        QVERIFY(media.tags() == (std::vector<store::MediaTag>{{"a", MediumKind::Image, 4}, {"a", MediumKind::Text, 1}}));
        QCOMPARE(media.summary(), std::string("4 images, 1 text"));
        QVERIFY(media.of(2).empty());
    }

    void aRestartRemovesLaterMedia()
    {
        Media media;
        for (const std::int64_t step : {1, 2, 3}) {
            media.add("a", MediumKind::Image, at(step));
            media.add("b", MediumKind::Sound, at(step));
        }
        const std::uint64_t version = media.version();
        QCOMPARE(media.cut(4), std::size_t{0});
        QCOMPARE(media.version(), version);
        QCOMPARE(media.cut(3, "b"), std::size_t{1});
        QCOMPARE(media.cut(2), std::size_t{3});
        QVERIFY(media.version() > version);
        QCOMPARE(stepsOf(media, 0), QList<qint64>{1});
        QCOMPARE(stepsOf(media, 1), QList<qint64>{1});
    }

    void limitsAreKept()
    {
        Media media;
        QVERIFY(media.add("a", MediumKind::Image, at(1, 0, Media::kLargestMedium)));
        QVERIFY(!media.add("a", MediumKind::Image, at(1, 0, Media::kLargestMedium + 1)));
        QVERIFY(!media.add(std::string(1001, 'x'), MediumKind::Image, at(1)));
        Medium captioned = at(2);
        captioned.caption = std::string(5000, 'x') + '\xff';
        QVERIFY(media.add("bad\xff", MediumKind::Image, captioned));
        QCOMPARE(media.tags()[1].name, std::string("bad\xEF\xBF\xBD"));
        QVERIFY(media.of(1)[0].caption.size() < 1010);
    }

    void contentIsReadFromItsPlace()
    {
        const ScratchFile file("media.bin");
        file.write("0123456789");
        Media media;
        const std::uint32_t number = media.addFile(file.path());
        Medium medium = at(1, 3, 4);
        medium.file = number;
        QCOMPARE(media.read(medium).value(), std::string("3456"));
        medium.size.reset();
        QCOMPARE(media.read(medium).value(), std::string("3456789"));
        medium.size = 4;
        medium.checksum = bytes::maskedCrc32c("3456");
        QCOMPARE(media.read(medium).value(), std::string("3456"));
        file.write("0123x56789");
        QVERIFY(problemOf(media, medium).contains("has changed since it was opened"));
        file.write("01234");
        QVERIFY(problemOf(media, medium).contains("ends before byte 7"));
        medium.offset = ~std::uint64_t{0};
        QVERIFY(problemOf(media, medium).contains("ends before byte"));
        std::filesystem::remove(file.path());
        QCOMPARE(problemOf(media, medium), QString::fromStdString(file.path().string() + ": no such file"));
        QCOMPARE(::mkfifo(file.path().c_str(), 0600), 0);
        QVERIFY(problemOf(media, medium).contains("is not a file")); // and reading does not wait for a writer
    }

    void filesOutsideTheFolderStayUnread()
    {
        const ScratchFile outside("secret");
        outside.write("secret");
        const ScratchFile inside("media.bin");
        inside.write("inside");
        const auto folder = inside.folder();
        std::filesystem::create_symlink(outside.path(), folder / "link");
        std::filesystem::create_directory_symlink(outside.folder(), folder / "folder");
        Media media;
        const auto problem = [&](const std::filesystem::path &path) {
            Medium medium;
            medium.file = media.addFile(path, folder);
            return problemOf(media, medium);
        };
        QCOMPARE(problem(inside.path()), QString());
        for (const auto &path : {folder / "link", folder / "folder" / "secret", folder / ".." / outside.folder().filename() / "secret"})
            QVERIFY2(problem(path).contains("lies outside the folder of its run"), path.c_str());
        QVERIFY(problem(folder / "none").contains("no such file"));
    }

    void aRunPassesItsMediaOn()
    {
        const auto media = std::make_shared<Media>();
        store::RunStore run, shown;
        QVERIFY(!run.media());
        run.setMedia(media);
        QVERIFY(run.media() == media);
        shown.become(std::move(run));
        QVERIFY(shown.media() == media);
        shown.restart({});
        QVERIFY(!shown.media());
    }
};

LENSBOARD_TEST(MediaTest)
#include "tst_media.moc"
