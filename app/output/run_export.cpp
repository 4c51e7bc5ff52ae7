#include "app/output/run_export.h"

#include "app/theme.h"
#include "core/bytes/part_file.h"
#include "core/export/csv_export.h"
#include "core/export/json_lines_export.h"
#include "core/export/tensorboard_export.h"
#include "widgets/board/board_picture.h"

#include <QApplication>
#include <QFile>
#include <QPrinter>

#include <set>
#include <stdexcept>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const char *message)
{
    throw std::runtime_error(QCoreApplication::translate("Export", message).toStdString());
}

void mustShowSomething(const widgets::BoardPicture &picture)
{
    if (picture.isEmpty())
        fail(QT_TRANSLATE_NOOP("Export", "there are no points to draw; nothing was measured"));
}

} // namespace

void mustHoldValues(const store::Run &run, const store::Selection &part)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    std::set<std::uint32_t> tags;
    for (const auto &[index, tag] : all.tags)
        if (part.hasTag(tag.name))
            tags.insert(index);
    for (std::uint32_t i = 0; i < all.series.size(); ++i)
        if (tags.contains(all.series[i].tag) && part.hasLayer(all.series[i].layer))
            if (const auto last = run.valueAt(i, record::Axis::Step, part.lastStep); last && part.hasStep(static_cast<double>(last->stamp.step)))
                return;
    fail(QT_TRANSLATE_NOOP("Export", "there are no values to export; of these tags and steps nothing was measured"));
}

fs::path pathOfRun(const fs::path &path, ExportFormat format, const std::string &fileName)
{
    if (kindOf(format).suffix[0] == 0)
        return path / fileName;
    return path.parent_path() / (path.stem().string() + '-' + fileName + path.extension().string());
}

std::vector<fs::path> exportPicture(const widgets::BoardContents &contents, ExportFormat format, const fs::path &file, int width,
                                    const widgets::DrawingProgress &progress)
{
    bytes::PartFile out(file); // reports a path that is not writable before drawing
    const QPalette palette = format == ExportFormat::Pdf ? lightPalette() : QApplication::palette();
    widgets::BoardPicture picture(contents, palette, progress);
    mustShowSomething(picture);
    const QByteArray bytes = format == ExportFormat::Png ? picture.png(width)
                           : format == ExportFormat::Svg ? picture.svg(width)
                                                         : picture.pdf();
    out.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    out.commit();
    return {file};
}

QImage drawPicture(const widgets::BoardContents &contents, int width, const widgets::DrawingProgress &progress)
{
    widgets::BoardPicture picture(contents, QApplication::palette(), progress);
    mustShowSomething(picture);
    return picture.image(width);
}

void printPicture(const widgets::BoardContents &contents, QPrinter &printer, const widgets::DrawingProgress &progress)
{
    widgets::BoardPicture picture(contents, lightPalette(), progress);
    mustShowSomething(picture);
    printer.setResolution(widgets::BoardPicture::kResolution);
    try {
        if (!picture.paintPages(printer))
            fail(QT_TRANSLATE_NOOP("Export", "the printer does not take the pages; check it, or the file it prints to"));
    } catch (...) {
        if (!printer.outputFileName().isEmpty())
            QFile::remove(printer.outputFileName()); // contains only part of the pages
        throw;
    }
}

std::vector<fs::path> exportData(const store::Run &run, const store::Selection &part, ExportFormat format,
                                 const fs::path &path, record::Progress &progress)
{
    mustHoldValues(run, part);
    if (format == ExportFormat::Csv)
        return exports::exportCsv(run, part, path, progress);
    if (format == ExportFormat::Tensorboard)
        return exports::exportTensorboard(run, part, path, progress);
    exports::exportJsonLines(run, part, path, progress);
    return {path};
}

} // namespace lensboard::app
