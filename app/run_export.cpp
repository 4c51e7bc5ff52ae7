#include "app/run_export.h"

#include "app/theme.h"
#include "core/export/csv_export.h"
#include "core/export/json_lines_export.h"
#include "core/export/part_file.h"
#include "core/export/tensorboard_export.h"
#include "widgets/plots/board_picture.h"

#include <QApplication>

#include <stdexcept>

namespace lensboard::app {

namespace fs = std::filesystem;

std::vector<fs::path> exportPicture(const widgets::BoardContents &contents, ExportFormat format, const fs::path &file, int width)
{
    exports::PartFile out(file); // what cannot be written is known before anything is drawn
    const QPalette palette = format == ExportFormat::Pdf ? lightPalette() : QApplication::palette();
    widgets::BoardPicture picture(contents, palette);
    if (picture.isEmpty())
        throw std::runtime_error("there are no points to draw; nothing was measured");
    const QByteArray bytes = format == ExportFormat::Png ? picture.png(width)
                           : format == ExportFormat::Svg ? picture.svg(width)
                                                         : picture.pdf();
    out.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    out.commit();
    return {file};
}

std::vector<fs::path> exportData(const store::Run &run, const store::Selection &part, ExportFormat format,
                                 const fs::path &path, record::Progress &progress)
{
    if (format == ExportFormat::Csv)
        return exports::exportCsv(run, part, path, progress);
    if (format == ExportFormat::Tensorboard)
        return exports::exportTensorboard(run, part, path, progress);
    exports::exportJsonLines(run, part, path, progress);
    return {path};
}

} // namespace lensboard::app
