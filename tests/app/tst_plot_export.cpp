// Exporting a picture of one plot: format, size and colours are remembered.

#include "app/dialogs/plot_export_dialog.h"
#include "app/main_window.h"
#include "app/pages/page_output.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "app/theme.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/plot_picture.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>

using namespace lensboard;
using app::PlotExportDialog;
using widgets::PictureSize;

class PlotExportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_run = std::make_shared<store::RunStore>();
        test::addMadeSeries(*m_run, 2);
        for (std::size_t i = 0; i < 60; ++i)
            m_run->commit(test::madeFrame(i, 2));
        store::saveRunCopy(*m_run, m_file.path());
        m_contents.runs.push_back({m_run, "made", {}});
    }

    void thePictureHasTheSize()
    {
        for (const char *title : {"layer0", "layer1"}) {
            widgets::PlotPicture picture(m_contents, {"Weight Norm", title}, app::lightPalette());
            QVERIFY(!picture.isEmpty());
            QCOMPARE(picture.image(PictureSize::ofPixels({640, 400}, 96)).size(), QSize(640, 400));
            const PictureSize paper{{85, 60}, 300};
            const QImage image = picture.image(paper);
            QCOMPARE(image.size(), QSize(1004, 709));
            QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 300);
            QVERIFY(image.pixelColor(2, 2).lightness() > 200);
            QSet<QRgb> colours;
            for (int x = 0; x < image.width(); x += 2)
                for (int y = 0; y < image.height(); y += 2)
                    colours.insert(image.pixel(x, y));
            QVERIFY(colours.size() > 10); // a line, letters, a grid
        }
        QVERIFY(widgets::PlotPicture(m_contents, {"No such tag", ""}, app::lightPalette()).isEmpty());
    }

    void coloursAreThoseOfTheTheme()
    {
        widgets::PlotPicture dark(m_contents, {"Weight Norm", "layer0"}, app::darkPalette());
        const QImage image = dark.image(PictureSize::ofPixels({300, 200}, 96));
        QVERIFY(image.pixelColor(2, 2).lightness() < 80);
        QVERIFY(image.pixelColor(150, 190).lightness() < 80); // the plot too
    }

    void vectorPicturesHaveTheSizeOnPaper()
    {
        widgets::PlotPicture picture(m_contents, {"Weight Norm", "layer0"}, app::lightPalette());
        const QByteArray svg = picture.svg({{100, 50}, 300});
        QVERIFY2(svg.contains("width=\"100.0") || svg.contains("width=\"99.9") || svg.contains("width=\"100mm"), svg.left(300).constData());
        QVERIFY(svg.contains("Weight Norm"));
        const QByteArray pdf = picture.pdf({{100, 50}, 300});
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY2(pdf.contains("MediaBox [0 0 283") || pdf.contains("MediaBox [0 0 284"), pdf.mid(pdf.indexOf("MediaBox"), 60).constData());
    }

    void theDialogRemembers()
    {
        {
            PlotExportDialog dialog(m_contents, {"Weight Norm", "layer0"}, {400, 300}, "made");
            QCOMPARE(dialog.pictureSize().pixels(), QSize(400, 300));
            QVERIFY(!dialog.findChild<QLabel *>("preview")->pixmap().isNull());
            dialog.findChild<QComboBox *>("preset")->setCurrentIndex(2);
            Q_EMIT dialog.findChild<QComboBox *>("preset")->activated(2);
            QCOMPARE(dialog.pictureSize().mm, QSizeF(85, 60));
            dialog.findChild<QDoubleSpinBox *>("width")->setValue(120);
            QCOMPARE(dialog.findChild<QComboBox *>("preset")->currentIndex(), 0);
            dialog.findChild<QComboBox *>("format")->setCurrentIndex(2);
            dialog.findChild<QComboBox *>("theme")->setCurrentIndex(2);
            QVERIFY(dialog.path().endsWith("made.pdf"));
            dialog.findChild<QLineEdit *>("path")->setText(m_folder.filePath("one.pdf"));
            dialog.accept();
            QVERIFY(dialog.picture().startsWith("%PDF"));
        }
        const PlotExportDialog again(m_contents, {"Weight Norm", "layer0"}, {400, 300}, "made");
        QCOMPARE(again.format(), app::ExportFormat::Pdf);
        QCOMPARE(again.theme(), app::Theme::Dark);
        QCOMPARE(again.pictureSize().mm, QSizeF(120, 60));
        QCOMPARE(again.pictureSize().dpi, 300.0);
    }

    void aUnitKeepsTheSizeOnPaper()
    {
        app::Settings::plotExport.set({});
        PlotExportDialog dialog(m_contents, {"Weight Norm", "layer0"}, {400, 300}, "made");
        const QSizeF before = dialog.pictureSize().mm;
        auto *unit = dialog.findChild<QComboBox *>("unit");
        unit->setCurrentIndex(1);
        Q_EMIT unit->activated(1);
        QVERIFY(std::abs(dialog.pictureSize().mm.width() - before.width()) < 0.1);
        QCOMPARE(dialog.pictureSize().pixels(), QSize(400, 300));
    }

    void theWindowWritesOne()
    {
        app::MainWindow window;
        window.show();
        QVERIFY(window.openFile(QString::fromStdString(m_file.path().string())));
        app::RunPage *page = window.currentPage();
        QTRY_VERIFY(page->board()->sections().section("Weight Norm"));
        page->board()->navigation().setCurrentTag("Weight Norm");
        const QString path = m_folder.filePath("window.svg");
        QTimer::singleShot(0, &window, [&] {
            auto *dialog = qobject_cast<PlotExportDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QComboBox *>("format")->setCurrentIndex(1);
            dialog->findChild<QLineEdit *>("path")->setText(path);
            dialog->accept();
        });
        app::PageOutput(*page).askAndWritePlot();
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
    }

private:
    const test::EmptyHome m_home;
    const test::ScratchFile m_file{"plot-export.lbrun"};
    const QTemporaryDir m_folder;
    std::shared_ptr<store::RunStore> m_run;
    widgets::BoardContents m_contents;
};

LENSBOARD_WINDOW_TEST(PlotExportTest)
#include "tst_plot_export.moc"
