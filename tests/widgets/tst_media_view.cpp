#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/import/tools/wandb/wandb_importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/mutations.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/media/curve_plot.h"
#include "widgets/media/markdown_text.h"
#include "widgets/media/media_list.h"
#include "widgets/media/media_view.h"
#include "widgets/media/picture_sheet.h"
#include "widgets/media/waveform.h"
#include "widgets/tensors/tensor_timeline.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTreeView>
#include <QWheelEvent>

#include <fstream>

using namespace lensboard;
using namespace lensboard::widgets;
using store::MediumKind;

namespace fs = std::filesystem;

namespace {

const fs::path kData = LENSBOARD_SOURCE_DIR "/tests/data/media";

/// Two frames of 2 × 2 pixels, 200 ms each, made with Pillow.
const char *kGif = "R0lGODlhAgACAIEAAP8AAAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQAFAAAACwAAAAAAgACAAAIBgABCAQQEAAh+QQBFAABACwAAAAAAgACAIEAAP8AAAAAAAAAAAAIBgABCAQQEAA7";

std::string encoded(const QImage &image, const char *format = "PNG")
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes.toStdString();
}

QImage plain(int width, int height, const QColor &colour)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(colour);
    return image;
}

/// Returns a PNG file that claims other dimensions. The checksum of its header is right.
std::string claiming(quint32 width, quint32 height)
{
    const auto bigEndian = [](quint32 number) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += static_cast<char>(number >> shift);
        return bytes;
    };
    std::string png = encoded(plain(4, 4, Qt::red));
    png.replace(16, 8, bigEndian(width) + bigEndian(height));
    quint32 crc = ~0U;
    for (std::size_t i = 12; i < 29; ++i) {
        crc ^= static_cast<std::uint8_t>(png[i]);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
    }
    png.replace(29, 4, bigEndian(~crc));
    return png;
}

/// Media on another machine: the contents arrive later.
class LateMedia final : public store::Media
{
public:
    std::optional<std::string> read(const store::Medium &medium) const override { return m_haveArrived ? Media::read(medium) : std::nullopt; }
    void arrive()
    {
        m_haveArrived = true;
        noteChange();
    }

private:
    bool m_haveArrived = false;
};

} // namespace

class MediaViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_run = std::make_shared<store::RunStore>();
        m_media = std::make_shared<store::Media>();
        m_run->setMedia(m_media);
        m_view = std::make_unique<MediaView>(m_run);
        m_view->resize(900, 600);
    }

    void cleanup()
    {
        m_view.reset();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void picturesOfAStepAreSideBySide()
    {
        for (const int step : {0, 5, 9}) {
            add("sample", MediumKind::Image, step, encoded(plain(8, 6, QColor(10 * step, 0, 0))), "first");
            add("sample", MediumKind::Image, step, encoded(plain(8, 6, QColor(0, 10 * step, 0)), "JPG"));
        }
        show();
        QTRY_COMPARE(sheet()->pictures().size(), std::size_t{2});
        QCOMPARE(label("tensorState").section(',', 0, 0), QString("step 9 (3 of 3)"));
        QCOMPARE(sheet()->pictures()[0].frames[0].pixelColor(3, 3), QColor(90, 0, 0));
        QCOMPARE(sheet()->pictures()[1].format, QString("JPEG"));
        QCOMPARE(sheet()->pictures()[0].caption, QString("first"));
        QVERIFY(!sheet()->pictureRect(0).intersects(sheet()->pictureRect(1)));
        QVERIFY(sheet()->viewport()->rect().contains(sheet()->pictureRect(1)));
        QVERIFY(label("mediaFacts").startsWith("2 image(s), 8 × 6 pixels, PNG/JPEG, "));

        QTest::keyClick(sheet(), Qt::Key_Home);
        QCOMPARE(label("tensorState"), QString("step 0 (1 of 3)"));
        QCOMPARE(sheet()->pictures()[0].frames[0].pixelColor(3, 3), QColor(0, 0, 0));
        QTest::keyClick(sheet(), Qt::Key_Right);
        QCOMPARE(label("tensorState"), QString("step 5 (2 of 3)"));
        turnWheel(-120);
        QCOMPARE(label("tensorState"), QString("step 9 (3 of 3)"));
        turnWheel(120);
        QCOMPARE(label("tensorState"), QString("step 5 (2 of 3)"));
        const QPoint pixel = sheet()->pictureRect(0).center();
        QTest::mouseMove(sheet()->viewport(), pixel);
        QTRY_VERIFY(label("mediaPointed").endsWith(": 50, 0, 0"));
    }

    void zoomingKeepsWholePixels()
    {
        add("sample", MediumKind::Image, 0, encoded(plain(100, 100, Qt::red)));
        show();
        QTRY_VERIFY(!sheet()->pictures().empty());
        QVERIFY(!sheet()->zoom());
        QCOMPARE(sheet()->scale(), std::floor(sheet()->scale()));
        QTest::keyClick(sheet(), Qt::Key_1);
        QCOMPARE(sheet()->pictureRect(0).size(), QSize(100, 100));
        QTest::keyClick(sheet(), Qt::Key_Plus);
        QTest::keyClick(sheet(), Qt::Key_Plus);
        QCOMPARE(sheet()->pictureRect(0).size(), QSize(200, 200));
        QCOMPARE(label("mediaScale"), QString("200 %"));
        turnWheel(120, Qt::ControlModifier);
        turnWheel(120, Qt::ControlModifier);
        turnWheel(120, Qt::ControlModifier);
        turnWheel(120, Qt::ControlModifier);
        QCOMPARE(sheet()->scale(), 8.0);
        QVERIFY(sheet()->horizontalScrollBar()->maximum() > 0 || sheet()->verticalScrollBar()->maximum() > 0);
        QTest::keyClick(sheet(), Qt::Key_Minus);
        QVERIFY(sheet()->scale() < 8);
        QTest::keyClick(sheet(), Qt::Key_0);
        QVERIFY(!sheet()->zoom());
        QVERIFY(sheet()->viewport()->rect().contains(sheet()->pictureRect(0)));
    }

    void theNewestStepIsFollowed()
    {
        add("sample", MediumKind::Image, 0, encoded(plain(4, 4, Qt::red)));
        show();
        QTRY_COMPARE(label("tensorState"), QString("step 0 (1 of 1)"));
        add("sample", MediumKind::Image, 1, encoded(plain(4, 4, Qt::green)));
        m_view->follow();
        QTRY_COMPARE(label("tensorState"), QString("step 1 (2 of 2)"));
        QCOMPARE(sheet()->pictures()[0].frames[0].pixelColor(1, 1), QColor(Qt::green));
        add("sample", MediumKind::Image, 1, encoded(plain(4, 4, Qt::blue))); // a second one at this step
        m_view->follow();
        QTRY_COMPARE(sheet()->pictures().size(), std::size_t{2});
        QTest::keyClick(sheet(), Qt::Key_Home); // ends following
        add("sample", MediumKind::Image, 2, encoded(plain(4, 4, Qt::blue)));
        m_view->follow();
        QTRY_COMPARE(label("tensorState"), QString("step 0 (1 of 3)"));
    }

    void theStepIsKept()
    {
        for (const int step : {10, 20, 30, 40})
            add("a", MediumKind::Image, step, encoded(plain(4, 4, Qt::red)));
        for (const int step : {5, 25, 45})
            add("b", MediumKind::Image, step, encoded(plain(4, 4, Qt::red)));
        show();
        QTRY_COMPARE(label("tensorState"), QString("step 40 (4 of 4)"));
        QTest::keyClick(sheet(), Qt::Key_Left);
        QCOMPARE(label("tensorState"), QString("step 30 (3 of 4)"));
        m_view->list()->choose(1);
        QCOMPARE(label("tensorState"), QString("step 25 (2 of 3)"));
        add("b", MediumKind::Image, 1, encoded(plain(4, 4, Qt::red))); // a late one
        m_view->follow();
        QTRY_COMPARE(label("tensorState"), QString("step 25 (3 of 4)"));
    }

    void whatCannotBeShownSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem");
        QTest::newRow("not a picture") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>") << "no PNG, JPEG or GIF";
        QTest::newRow("cut") << QByteArray::fromStdString(encoded(plain(64, 64, Qt::red)).substr(0, 40)) << "damaged";
        QTest::newRow("only a signature") << QByteArray("\x89PNG\r\n\x1a\n") << "damaged";
        QTest::newRow("huge") << QByteArray::fromStdString(claiming(100'000, 100'000)) << "100,000 × 100,000 pixels is too large";
        QTest::newRow("widest") << QByteArray::fromStdString(claiming(0x7FFFFFFF, 0x7FFFFFFF)) << "";
        QTest::newRow("long") << QByteArray::fromStdString(claiming(4, 20'000'000)) << "damaged";
    }

    void whatCannotBeShownSaysWhy()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, problem);
        add("bad", MediumKind::Image, 0, content.toStdString());
        add("bad", MediumKind::Image, 0, encoded(plain(4, 4, Qt::red)));
        show();
        QTRY_COMPARE(sheet()->pictures().size(), std::size_t{2});
        QVERIFY(sheet()->pictures()[0].frames.empty());
        QVERIFY2(sheet()->pictures()[0].problem.contains(problem), qPrintable(sheet()->pictures()[0].problem));
        QVERIFY(!sheet()->pictures()[0].problem.isEmpty());
        QVERIFY(!sheet()->pictures()[1].frames.empty());
        QVERIFY(!sheet()->grab().isNull());
    }

    void mutatedPicturesBreakNothing()
    {
        const QByteArray gif = QByteArray::fromBase64(kGif);
        const QImage noise = [] {
            QImage image(24, 20, QImage::Format_ARGB32);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    image.setPixel(x, y, qRgba(7 * x * y % 256, 13 * x % 256, 29 * y % 256, 255 - x));
            return image;
        }();
        const std::string seeds[] = {encoded(noise), encoded(noise, "JPG"), gif.toStdString()};
        constexpr qint64 kMaxBytes = 1 << 20;
        int shown = 0;
        for (unsigned i = 0; i < 900; ++i) {
            test::Random random(i);
            const Picture picture = decodedPicture(test::mutatedBytes(seeds[i % 3], random), kMaxBytes);
            QCOMPARE(picture.frames.empty(), !picture.problem.isEmpty());
            QVERIFY(picture.sizeInBytes() <= kMaxBytes);
            shown += picture.frames.empty() ? 0 : 1;
        }
        QVERIFY(shown > 50 && shown < 850);
    }

    void aVanishedFileSaysSo()
    {
        add("sample", MediumKind::Image, 0, encoded(plain(4, 4, Qt::red)));
        add("sample", MediumKind::Image, 1, encoded(plain(4, 4, Qt::red)));
        show();
        QTRY_VERIFY(!sheet()->pictures().empty() && sheet()->pictures()[0].problem.isEmpty());
        fs::remove(m_media->file(m_media->of(0)[0]));
        QTest::keyClick(sheet(), Qt::Key_Home);
        QVERIFY(sheet()->pictures()[0].problem.endsWith("no such file"));
    }

    void animationsPlay()
    {
        add("video", MediumKind::Image, 0, QByteArray::fromBase64(kGif).toStdString());
        show();
        QTRY_VERIFY(!sheet()->pictures().empty());
        const Picture &picture = sheet()->pictures()[0];
        QCOMPARE(picture.frames.size(), std::size_t{2});
        QCOMPARE(picture.frameMs, 200);
        const auto shown = [&] { return sheet()->viewport()->grab().toImage().pixelColor(sheet()->pictureRect(0).center()); };
        QTRY_COMPARE(shown(), QColor(0, 0, 255));
        QTRY_COMPARE(shown(), QColor(255, 0, 0));
    }

    void namesAreFound()
    {
        for (const char *name : {"deep/map", "conv/map", "sample"})
            add(name, MediumKind::Image, 0, encoded(plain(4, 4, Qt::red)));
        add("hum", MediumKind::Sound, 0, "no sound");
        show();
        auto *list = m_view->findChild<QTreeView *>("mediaList");
        QTRY_COMPARE(list->model()->rowCount(), 4);
        const auto names = [list] {
            QStringList found;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                found << list->model()->index(row, 0).data().toString() + ": " + list->model()->index(row, 1).data().toString();
            return found;
        };
        QCOMPARE(names(), (QStringList{"conv/map: 1 image(s)", "deep/map: 1 image(s)", "sample: 1 image(s)", "hum: 1 sound(s)"}));
        QCOMPARE(label("mediaTitle"), QString("conv/map"));
        m_view->findChild<QLineEdit *>("findMedia")->setText("map deep");
        QCOMPARE(names(), QStringList{"deep/map: 1 image(s)"});
        m_view->findChild<QLineEdit *>("findMedia")->clear();
        m_view->list()->choose(3);
        QCOMPARE(label("mediaTitle"), QString("hum"));
        add("sample", MediumKind::Image, 1, encoded(plain(4, 4, Qt::red)));
        m_view->follow();
        QTRY_COMPARE(names()[2], QString("sample: 2 image(s)"));
        QCOMPARE(label("mediaTitle"), QString("hum"));
    }

    void namesAndPathsAreNoHtml()
    {
        store::Medium gone;
        gone.file = m_media->addFile(fs::path("/none/<img src=x>"));
        m_media->add("<h1>sound</h1>", MediumKind::Sound, gone);
        show();
        auto *list = m_view->findChild<QTreeView *>("mediaList");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QCOMPARE(list->model()->index(0, 0).data(Qt::ToolTipRole).toString(), QString("&lt;h1&gt;sound&lt;/h1&gt;"));
        QTRY_VERIFY(m_view->findChild<QLabel *>("soundProblem"));
        QCOMPARE(label("soundProblem"), QString("/none/<img src=x>: no such file"));
        QCOMPARE(m_view->findChild<QLabel *>("soundProblem")->textFormat(), Qt::PlainText);
    }

    void textsAreMarkdownWithoutResources()
    {
        show(read<imports::TensorboardImporter>("torch"));
        choose(MediumKind::Text);
        auto *text = m_view->findChild<MarkdownText *>();
        QTRY_VERIFY(text->isVisible());
        QVERIFY(text->document()->toHtml().contains("<table"));
        QVERIFY(text->toPlainText().startsWith("Step 2\n"));
        m_view->findChild<QCheckBox *>("formatted")->click();
        QVERIFY(text->toPlainText().startsWith("# Step 2\n"));

        const QString picture = m_folder->filePath("secret.png");
        plain(40, 40, Qt::red).save(picture);
        text->setFormatted(true);
        text->setContent("![](" + picture + ") ![](file://" + picture + ") <b>tag</b> <img src='" + picture + "'>");
        QVERIFY(text->toPlainText().contains("<b>tag</b>"));
        for (const QUrl &url : {QUrl(picture), QUrl::fromLocalFile(picture)})
            QCOMPARE(text->document()->resource(QTextDocument::ImageResource, url), QVariant(QByteArray("")));
        const QImage shown = text->grab().toImage();
        for (int y = 0; y < shown.height(); ++y)
            for (int x = 0; x < shown.width(); ++x)
                QVERIFY(shown.pixelColor(x, y) != QColor(Qt::red));
        QVERIFY(!text->openLinks());
        QVERIFY(!text->openExternalLinks());
    }

    void textsThatTakeLongAreShownAsTheyAre_data()
    {
        QTest::addColumn<QString>("content");
        QTest::newRow("nested lists") << QString("* ").repeated(9000) + "x";
        QTest::newRow("nested numbers") << QString("1. ").repeated(6000) + "x";
        QTest::newRow("backticks") << QString("a``").repeated(6000);
        QTest::newRow("long") << QString("[").repeated(100'000);
    }

    void textsThatTakeLongAreShownAsTheyAre()
    {
        QFETCH(QString, content);
        MarkdownText text;
        text.setContent(content);
        QCOMPARE(text.toPlainText(), content);
        text.setContent("title\n" + QString("-").repeated(40)); // a usual underline
        QCOMPARE(text.toPlainText(), QString("title"));
    }

    void curvesAndSoundsAreDrawn()
    {
        show(read<imports::TensorboardImporter>("torch"));
        choose(MediumKind::Curve);
        auto *plot = m_view->findChild<CurvePlot *>();
        QTRY_VERIFY(plot->isVisible());
        QCOMPARE(label("mediaFacts"), QString("21 threshold(s)"));
        QTest::mouseMove(plot, plot->place(1, 0.5).toPoint());
        const QList<QByteArray> rows = plot->csv().trimmed().split('\n');
        QCOMPARE(rows.size(), 22);
        const QList<QByteArray> values = rows[1].split(',');
        QTest::mouseMove(plot, plot->place(values[3].toDouble(), values[2].toDouble()).toPoint());
        QTRY_VERIFY2(label("mediaPointed").startsWith("threshold 0: precision "), qPrintable(label("mediaPointed")));
        choose(MediumKind::Sound);
        auto *wave = m_view->findChild<Waveform *>();
        QTRY_VERIFY(m_view->findChild<Waveform *>() && m_view->findChild<Waveform *>()->isVisible());
        wave = m_view->findChild<Waveform *>();
        QCOMPARE(wave->description(), QString("0.02 s, 8,000 Hz, 1 channel(s), 16 bits"));
        QVERIFY(!wave->grab().isNull());
    }

    void mediaThatArriveLaterAreShown()
    {
        const auto late = std::make_shared<LateMedia>();
        m_media = late;
        m_run->setMedia(m_media);
        add("sample", MediumKind::Image, 0, encoded(plain(4, 4, Qt::red)), "first");
        show();
        QTRY_VERIFY(!sheet()->pictures().empty());
        QCOMPARE(sheet()->pictures()[0].problem, QString("Loading …"));
        QCOMPARE(sheet()->pictures()[0].caption, QString("first"));
        late->arrive();
        m_view->follow();
        QTRY_VERIFY(sheet()->pictures()[0].problem.isEmpty());
        QCOMPARE(sheet()->pictures()[0].frames[0].pixelColor(1, 1), QColor(Qt::red));
    }

    void soundsAreOpenedInTheDesktopsProgram()
    {
        QDesktopServices::setUrlHandler("file", this, "open");
        show(read<imports::TensorboardImporter>("torch"));
        choose(MediumKind::Sound);
        QTRY_VERIFY(soundButton("Play"));
        soundButton("Play")->click();
        QVERIFY2(m_opened.toLocalFile().endsWith(".wav"), qPrintable(m_opened.toString()));
        QFile file(m_opened.toLocalFile());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QSignalSpy saved(m_view.get(), &MediaView::saveRequested);
        soundButton("Save As …")->click();
        QCOMPARE(file.readAll(), saved[0][1].toByteArray());
        m_view.reset();
        QVERIFY(!file.exists());
        QDesktopServices::unsetUrlHandler("file");

        init();
        add("hum", MediumKind::Sound, 0, "#!/bin/sh");
        show();
        QTRY_VERIFY(soundButton("Save As …"));
        QVERIFY(!soundButton("Play")); // only sounds are opened
    }

    void contentIsSavedUnchanged()
    {
        show(read<imports::WandbImporter>("wandb/run-media.wandb"));
        QTRY_COMPARE(label("mediaTitle"), QString("grid/several"));
        QSignalSpy saved(m_view.get(), &MediaView::saveRequested);
        QTest::mouseClick(sheet()->viewport(), Qt::LeftButton, {}, sheet()->pictureRect(1).center());
        trigger("Save As");
        QCOMPARE(saved.count(), 1);
        QCOMPARE(saved[0][0].toString(), QString("grid_several-2-2.png"));
        const auto media = m_shown->media();
        const auto found = media->of(0);
        QCOMPARE(found.back().caption, std::string("b"));
        QCOMPARE(saved[0][1].toByteArray().toStdString(), media->read(found.back()).value());
        QTest::keyClick(sheet(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->image().size(), sheet()->pictures()[1].size());
    }

    void aCopyOfARunSaysWhereItsMediaAre()
    {
        MediaView copy(std::make_shared<store::RunStore>());
        copy.show();
        copy.follow();
        QTRY_VERIFY(copy.findChild<QLabel *>("mediaProblem")->text().contains("original files"));
    }

public Q_SLOTS:
    void open(const QUrl &url) { m_opened = url; }

private:
    QAbstractButton *soundButton(const QString &text) const
    {
        for (auto *button : m_view->findChildren<QAbstractButton *>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    }

    void add(const std::string &tag, MediumKind kind, std::int64_t step, const std::string &content, const std::string &caption = {})
    {
        const fs::path path = m_folder->filePath(QString::number(m_files++)).toStdString();
        std::ofstream(path, std::ios::binary) << content;
        store::Medium medium;
        medium.step = step;
        medium.file = m_media->addFile(path);
        medium.caption = caption;
        QVERIFY(m_media->add(tag, kind, medium));
    }

    template <typename Importer>
    std::shared_ptr<store::RunStore> read(const char *path)
    {
        auto run = std::make_shared<store::RunStore>();
        imports::ReadProgress progress;
        Importer(kData / path).read(*run, progress);
        return run;
    }

    void show(std::shared_ptr<const store::Run> run = nullptr)
    {
        m_shown = run ? run : m_run;
        if (run)
            m_view = std::make_unique<MediaView>(run);
        m_view->resize(900, 600);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->follow();
        sheet()->setFocus();
    }

    /// Chooses the first name of a kind.
    void choose(MediumKind kind)
    {
        const auto tags = m_shown->media()->tags();
        const auto found = std::ranges::find(tags, kind, &store::MediaTag::kind);
        QTRY_VERIFY(m_view->list()->current());
        m_view->list()->choose(static_cast<std::size_t>(found - tags.begin()));
    }

    void trigger(const QString &name)
    {
        for (QAction *action : sheet()->actions())
            if (action->text().remove('&').startsWith(name))
                return action->trigger();
        QFAIL("no such action");
    }

    void turnWheel(int delta, Qt::KeyboardModifiers modifiers = {})
    {
        const QPointF at = sheet()->viewport()->rect().center();
        QWheelEvent event(at, sheet()->viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(sheet()->viewport(), &event);
    }

    PictureSheet *sheet() const { return m_view->pictures(); }
    QString label(const char *name) const { return m_view->findChild<QLabel *>(name)->text(); }

    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
    int m_files = 0;
    std::shared_ptr<store::RunStore> m_run;
    std::shared_ptr<store::Media> m_media;
    std::shared_ptr<const store::Run> m_shown;
    QUrl m_opened;
    std::unique_ptr<MediaView> m_view;
};

LENSBOARD_WINDOW_TEST(MediaViewTest)
#include "tst_media_view.moc"
