#include "app/dialogs/plot_export_dialog.h"

#include "app/dialogs/save_path.h"
#include "app/theme.h"
#include "widgets/core_words.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace lensboard::app {

using widgets::PictureSize;

namespace {

constexpr std::array kPlotFormats = {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf};
constexpr std::array kPlotThemes = {Theme::System, Theme::Light, Theme::Dark};
constexpr QSize kPreviewSize(420, 320);
constexpr int kPreviewDelayMs = 120;
constexpr double kMinMm = 20, kMaxMm = 2000, kMinPixels = 80, kMaxPixels = 16000;

struct PlotPreset
{
    const char *name;
    QSizeF mm;     ///< empty: use `pixels`
    QSize pixels;  ///< empty: as shown on the screen
    int dpi;
};

const std::array<PlotPreset, 5> kPlotPresets = {
    PlotPreset{QT_TRANSLATE_NOOP("lensboard::app::PlotExportDialog", "Own size"), {}, {}, 0},
    PlotPreset{QT_TRANSLATE_NOOP("lensboard::app::PlotExportDialog", "Same as on screen"), {}, {}, 96},
    PlotPreset{QT_TRANSLATE_NOOP("lensboard::app::PlotExportDialog", "One column of a paper"), {85, 60}, {}, 300},
    PlotPreset{QT_TRANSLATE_NOOP("lensboard::app::PlotExportDialog", "Two columns of a paper"), {175, 90}, {}, 300},
    PlotPreset{QT_TRANSLATE_NOOP("lensboard::app::PlotExportDialog", "Slide, 16:9"), {}, {1920, 1080}, 192}};

} // namespace

PlotExportDialog::PlotExportDialog(const widgets::BoardContents &contents, const widgets::PlotAddress &plot, const QSize &shown,
                                   const QString &name, QWidget *parent)
    : QDialog(parent), m_contents(contents), m_plot(plot), m_shown(shown), m_name(name), m_format(new QComboBox(this)),
      m_preset(new QComboBox(this)), m_unit(new QComboBox(this)), m_theme(new QComboBox(this)), m_width(new QDoubleSpinBox(this)),
      m_height(new QDoubleSpinBox(this)), m_dpi(new QSpinBox(this)), m_path(new QLineEdit(this)), m_preview(new QLabel(this)),
      m_result(new QLabel(this))
{
    setWindowTitle(tr("Export Plot"));
    for (const ExportFormat format : kPlotFormats)
        m_format->addItem(QCoreApplication::translate("Export", kindOf(format).name));
    m_format->setItemText(2, tr("One page (PDF)"));
    m_format->setObjectName("format");
    m_theme->addItems({tr("Same as on screen"), tr("Light"), tr("Dark")});
    m_theme->setObjectName("theme");
    m_theme->setToolTip(tr("Colours of the picture"));
    m_preview->setFixedSize(kPreviewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setObjectName("preview");
    m_result->setAlignment(Qt::AlignCenter);
    m_result->setForegroundRole(QPalette::PlaceholderText);
    m_result->setObjectName("result");
    auto *fields = new QFormLayout;
    fields->addRow(tr("&As"), m_format);
    fields->addRow(tr("&Preset"), m_preset);
    auto *sizeLabel = new QLabel(tr("&Size"), this);
    sizeLabel->setBuddy(m_width);
    fields->addRow(sizeLabel, buildSize());
    fields->addRow(tr("&Resolution"), m_dpi);
    fields->addRow(tr("&Colours"), m_theme);
    auto *pathLabel = new QLabel(tr("&To"), this);
    pathLabel->setBuddy(m_path);
    fields->addRow(pathLabel, buildPath());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *write = buttons->addButton(tr("E&xport"), QDialogButtonBox::AcceptRole);
    write->setObjectName("export");
    write->setDefault(true);
    auto *seen = new QVBoxLayout;
    seen->addWidget(m_preview);
    seen->addWidget(m_result);
    auto *across = new QHBoxLayout;
    across->addLayout(fields, 1);
    across->addSpacing(12);
    across->addLayout(seen);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(across);
    layout->addWidget(buttons);
    restore();
    suggestPath();
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(kPreviewDelayMs);
    connect(&m_redraw, &QTimer::timeout, this, &PlotExportDialog::drawPreview);
    connect(m_format, &QComboBox::currentIndexChanged, this, &PlotExportDialog::suggestPath);
    connect(m_format, &QComboBox::currentIndexChanged, this, &PlotExportDialog::showResult);
    connect(m_theme, &QComboBox::currentIndexChanged, this, &PlotExportDialog::showResult);
    connect(m_preset, &QComboBox::activated, this, &PlotExportDialog::applyPreset);
    connect(m_unit, &QComboBox::activated, this, &PlotExportDialog::changeUnit);
    for (QDoubleSpinBox *side : {m_width, m_height})
        connect(side, &QDoubleSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(0);
            showResult();
        });
    connect(m_dpi, &QSpinBox::valueChanged, this, &PlotExportDialog::showResult);
    connect(m_path, &QLineEdit::textChanged, write, [write](const QString &path) { write->setEnabled(!path.isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &PlotExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PlotExportDialog::reject);
    showResult();
    drawPreview();
}

PlotExportDialog::~PlotExportDialog() = default;

QWidget *PlotExportDialog::buildSize()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_width->setAccessibleName(tr("Width"));
    m_width->setObjectName("width");
    m_height->setAccessibleName(tr("Height"));
    m_height->setObjectName("height");
    m_unit->addItems({tr("pixels"), tr("mm")});
    m_unit->setAccessibleName(tr("Unit of the size"));
    m_unit->setObjectName("unit");
    layout->addWidget(m_width, 1);
    layout->addWidget(new QLabel(QStringLiteral("×"), row));
    layout->addWidget(m_height, 1);
    layout->addWidget(m_unit);
    for (const PlotPreset &preset : kPlotPresets)
        m_preset->addItem(tr(preset.name));
    m_preset->setObjectName("preset");
    m_dpi->setRange(48, 1200);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setObjectName("dpi");
    m_dpi->setToolTip(tr("Pixels per inch. With a size in pixels, more pixels per inch make letters and lines larger."));
    return row;
}

QWidget *PlotExportDialog::buildPath()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_path->setObjectName("path");
    m_path->setMinimumWidth(240);
    auto *browseButton = new QPushButton(tr("&Browse …"), row);
    browseButton->setAutoDefault(false);
    connect(browseButton, &QPushButton::clicked, this, &PlotExportDialog::browse);
    layout->addWidget(m_path, 1);
    layout->addWidget(browseButton);
    return row;
}

void PlotExportDialog::restore()
{
    const QVariantMap kept = Settings::plotExport();
    m_format->setCurrentIndex(std::clamp(kept.value("format").toInt(), 0, m_format->count() - 1));
    m_theme->setCurrentIndex(std::clamp(kept.value("theme").toInt(), 0, m_theme->count() - 1));
    const int preset = kept.value("preset", 1).toInt();
    const QSizeF size = kept.value("size").toSizeF();
    if (size.isEmpty() || preset == 1)
        return applyPreset(1);
    m_unit->setCurrentIndex(kept.value("isInMm").toBool() ? 1 : 0);
    m_dpi->setValue(kept.value("dpi", 96).toInt());
    setPixels(isInMm() ? size / PictureSize::kMmPerInch * m_dpi->value() : size, m_dpi->value());
    m_preset->setCurrentIndex(std::clamp(preset, 0, m_preset->count() - 1));
}

void PlotExportDialog::remember() const
{
    Settings::plotExport.set({{"format", m_format->currentIndex()}, {"theme", m_theme->currentIndex()}, {"preset", m_preset->currentIndex()},
                             {"size", QSizeF(m_width->value(), m_height->value())}, {"isInMm", isInMm()}, {"dpi", m_dpi->value()}});
}

bool PlotExportDialog::isInMm() const
{
    return m_unit->currentIndex() == 1;
}

/// Shows a size in the chosen unit.
void PlotExportDialog::setPixels(const QSizeF &pixels, double dpi)
{
    const bool mm = isInMm();
    const QSizeF size = mm ? pixels * PictureSize::kMmPerInch / dpi : pixels;
    for (const auto &[side, value] : {std::pair(m_width, size.width()), std::pair(m_height, size.height())}) {
        const QSignalBlocker quiet(side);
        side->setDecimals(mm ? 1 : 0);
        side->setRange(mm ? kMinMm : kMinPixels, mm ? kMaxMm : kMaxPixels);
        side->setValue(value);
    }
    const QSignalBlocker quiet(m_dpi);
    m_dpi->setValue(static_cast<int>(dpi));
}

void PlotExportDialog::applyPreset(int which)
{
    m_preset->setCurrentIndex(which);
    const PlotPreset &preset = kPlotPresets[static_cast<std::size_t>(which)];
    if (preset.dpi == 0)
        return;
    m_unit->setCurrentIndex(preset.mm.isEmpty() ? 0 : 1);
    setPixels(!preset.mm.isEmpty() ? preset.mm * preset.dpi / PictureSize::kMmPerInch : preset.pixels.isEmpty() ? m_shown : preset.pixels, preset.dpi);
    showResult();
}

/// Converts the size and keeps it unchanged on paper.
void PlotExportDialog::changeUnit()
{
    const double dpi = m_dpi->value();
    const QSizeF before(m_width->value(), m_height->value());
    setPixels(isInMm() ? before : before * dpi / PictureSize::kMmPerInch, dpi);
    m_preset->setCurrentIndex(0);
    showResult();
}

void PlotExportDialog::showResult()
{
    const PictureSize wanted = pictureSize();
    const QSize pixels = wanted.pixels();
    const QString paper = tr("%1 × %2 mm").arg(locale().toString(wanted.mm.width(), 'f', 1), locale().toString(wanted.mm.height(), 'f', 1));
    m_result->setText(format() == ExportFormat::Png ? tr("%1 × %2 pixels, %3").arg(pixels.width()).arg(pixels.height()).arg(paper) : paper);
    m_redraw.start();
}

ExportFormat PlotExportDialog::format() const
{
    return kPlotFormats[static_cast<std::size_t>(m_format->currentIndex())];
}

PictureSize PlotExportDialog::pictureSize() const
{
    const QSizeF shown(m_width->value(), m_height->value());
    return isInMm() ? PictureSize{shown, double(m_dpi->value())} : PictureSize::ofPixels(shown.toSize(), m_dpi->value());
}

Theme PlotExportDialog::theme() const
{
    return kPlotThemes[static_cast<std::size_t>(m_theme->currentIndex())];
}

QPalette PlotExportDialog::colours() const
{
    switch (theme()) {
    case Theme::Light: return lightPalette();
    case Theme::Dark: return darkPalette();
    case Theme::System: break;
    }
    return QApplication::palette();
}

QString PlotExportDialog::path() const
{
    const QString path = QDir(Settings::lastFolder()).absoluteFilePath(QDir::fromNativeSeparators(m_path->text()));
    return QFileInfo(path).suffix().isEmpty() ? path + QLatin1String(kindOf(format()).suffix) : path;
}

QByteArray PlotExportDialog::picture() const
{
    widgets::PlotPicture picture(m_contents, m_plot, colours());
    if (picture.isEmpty())
        return {};
    switch (format()) {
    case ExportFormat::Svg: return picture.svg(pictureSize());
    case ExportFormat::Pdf: return picture.pdf(pictureSize());
    default: return picture.png(pictureSize());
    }
}

/// Draws the picture at the screen's resolution, as large as fits.
void PlotExportDialog::drawPreview()
{
    m_redraw.stop();
    try {
        widgets::PlotPicture picture(m_contents, m_plot, colours());
        PictureSize shown = pictureSize();
        const QSizeF room = QSizeF(kPreviewSize - QSize(8, 8)) * devicePixelRatioF();
        shown.dpi = std::min(room.width() / shown.mm.width(), room.height() / shown.mm.height()) * PictureSize::kMmPerInch;
        QPixmap drawn = picture.isEmpty() ? QPixmap() : QPixmap::fromImage(picture.image(shown));
        drawn.setDevicePixelRatio(devicePixelRatioF());
        m_preview->setPixmap(drawn);
    } catch (const std::exception &error) {
        m_preview->setText(widgets::messageText(error));
    }
}

/// Proposes a path for the format until the user chooses another path.
void PlotExportDialog::suggestPath()
{
    if (m_path->text() != m_suggestion)
        return;
    m_suggestion = QDir::toNativeSeparators(Settings::lastFolder() + '/' + m_name + QLatin1String(kindOf(format()).suffix));
    m_path->setText(m_suggestion);
}

void PlotExportDialog::browse()
{
    const QString filter = QStringLiteral("%1 (*%2)").arg(m_format->currentText(), QLatin1String(kindOf(format()).suffix));
    const QString chosen = QFileDialog::getSaveFileName(this, windowTitle(), path(), filter, nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty())
        m_path->setText(QDir::toNativeSeparators(chosen));
}

void PlotExportDialog::accept()
{
    if (!mayReplace(this, windowTitle(), path()))
        return;
    Settings::setLastFolder(QFileInfo(path()).absolutePath());
    remember();
    QDialog::accept();
}

} // namespace lensboard::app
