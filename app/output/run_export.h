#pragma once

#include "core/record/progress.h"
#include "core/store/run.h"
#include "core/store/selection.h"

#include <QImage>
#include <QString>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

class QPrinter;

namespace lensboard::widgets {
struct BoardContents;
using DrawingProgress = std::function<void(std::size_t done, std::size_t total)>;
}

namespace lensboard::app {

enum class ExportFormat { Png, Svg, Pdf, Csv, JsonLines, Tensorboard };

/// Name and file format of an export.
struct ExportKind
{
    ExportFormat format;
    const char *name;   ///< shown name
    const char *suffix; ///< file suffix with dot; empty: the export is a folder
    bool isPicture;
};

inline constexpr std::array kExportKinds = {
    ExportKind{ExportFormat::Png, QT_TRANSLATE_NOOP("Export", "Picture (PNG)"), ".png", true},
    ExportKind{ExportFormat::Svg, QT_TRANSLATE_NOOP("Export", "Vector picture (SVG)"), ".svg", true},
    ExportKind{ExportFormat::Pdf, QT_TRANSLATE_NOOP("Export", "Pages to print (PDF)"), ".pdf", true},
    ExportKind{ExportFormat::Csv, QT_TRANSLATE_NOOP("Export", "Tables (CSV), a file per tag"), "", false},
    ExportKind{ExportFormat::JsonLines, QT_TRANSLATE_NOOP("Export", "JSON lines"), ".jsonl", false},
    ExportKind{ExportFormat::Tensorboard, QT_TRANSLATE_NOOP("Export", "TensorBoard event files"), "", false}};

inline const ExportKind &kindOf(ExportFormat format)
{
    return kExportKinds[static_cast<std::size_t>(format)];
}

/// Returns the export path of one of several runs exported to \p path: its own folder in \p path, or a file beside it.
std::filesystem::path pathOfRun(const std::filesystem::path &path, ExportFormat format, const std::string &fileName);

/// Throws if \p part contains no values.
/// Errors: std::exception.
void mustHoldValues(const store::Run &run, const store::Selection &part);

/// Writes a file and returns its path. \p width is the width of PNG and SVG in pixels; PDF is always light.
/// Thread: the window's.
/// Errors: std::exception that names the file or the missing data; exceptions of \p progress. Leaves no file after an error.
std::vector<std::filesystem::path> exportPicture(const widgets::BoardContents &contents, ExportFormat format,
                                                 const std::filesystem::path &file, int width,
                                                 const widgets::DrawingProgress &progress = {});

/// Draws the same picture as exportPicture() for PNG.
QImage drawPicture(const widgets::BoardContents &contents, int width, const widgets::DrawingProgress &progress = {});

/// Prints the pages that exportPicture() writes as PDF. If an error occurs, pages already sent to the printer are printed.
void printPicture(const widgets::BoardContents &contents, QPrinter &printer, const widgets::DrawingProgress &progress = {});

/// Writes a file, or files into a folder, and returns their paths; none if a stop was requested.
/// Thread: any.
/// Errors: std::exception that names the file.
std::vector<std::filesystem::path> exportData(const store::Run &run, const store::Selection &part, ExportFormat format,
                                              const std::filesystem::path &path, record::Progress &progress);

} // namespace lensboard::app
