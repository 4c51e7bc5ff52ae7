#include "widgets/board/plot_picture.h"

#include "widgets/board/legend_label.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/views/tag_plot.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTextDocument>

#include <algorithm>
#include <stdexcept>

namespace lensboard::widgets {

namespace {

constexpr double kScreenDpi = 96; ///< dots per inch that give fonts the size used for the layout
constexpr int kMargin = 8, kMin = 40;
constexpr int kLongestSide = 32767; ///< Qt's limit in pixels for painting
constexpr double kMaxLegend = 0.33; ///< share of the height

/// Returns the size for the layout, in screen pixels.
QSize layoutSize(const PictureSize &size)
{
    const QSize found = (size.mm * kScreenDpi / PictureSize::kMmPerInch).toSize();
    return found.expandedTo({kMin, kMin});
}

std::unique_ptr<TagPlot> copyOfPlot(TagSection &section, const QString &title)
{
    TagPlot *found = section.plotOf(title);
    if (!found || found->title() != title) {
        const auto plots = section.plots(true);
        const auto same = std::ranges::find_if(plots, [&](const TagPlot *plot) { return plot->title() == title; });
        found = same == plots.end() ? found : *same;
    }
    return found ? section.copyOf(*found) : nullptr;
}

} // namespace

std::optional<PlotOnView> currentPlot(PlotBoard &board)
{
    const TagPlot *plot = board.navigation().currentPlot();
    const TagSection *section = board.sections().section(board.navigation().currentTag());
    if (!plot && section)
        plot = section->plotOf({});
    if (!plot)
        return std::nullopt;
    const QString layer = plot->title(), tag = tagText(plot->tag());
    PlotOnView found{{QString::fromStdString(plot->tag().name), layer}, layer.isEmpty() ? tag : tag + ' ' + layer, plot->size(), plot->window(), board.contents()};
    if (!found.contents.style.isLinked && plot->runsAlongX())
        found.contents.chosen = plot->shownX();
    return found;
}

PlotPicture::PlotPicture(const BoardContents &contents, const PlotAddress &address, const QPalette &palette) : m_board(std::make_unique<PlotBoard>())
{
    m_board->setPalette(palette);
    m_board->setContents(contents);
    m_board->refreshQueue().stop();
    TagSection *section = m_board->sections().section(address.tag);
    if (!section)
        return;
    section->rearrange();
    m_plot = copyOfPlot(*section, address.title);
    if (!m_plot)
        return;
    m_plot->setPalette(palette);
    section->updateLegend();
}

PlotPicture::~PlotPicture() = default;

void PlotPicture::paint(QCPPainter &painter, const QSize &size)
{
    const QPalette palette = m_board->palette();
    painter.fillRect(QRect(QPoint(), size), palette.color(QPalette::Base));
    QFont bold = m_board->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int width = size.width() - 2 * kMargin;
    painter.setFont(bold);
    painter.setPen(palette.color(QPalette::Text));
    painter.drawText(QRect(kMargin, kMargin, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(tagText(m_plot->tag()), Qt::ElideMiddle, width));
    int top = kMargin + metrics.height() + 2;

    const TagSection *section = m_board->sections().section(QString::fromStdString(m_plot->tag().name));
    LegendLabel label;
    label.setPalette(palette);
    label.setLegend(section->legend());
    label.setMostHeight(static_cast<int>(kMaxLegend * size.height()));
    label.resize(width, size.height());
    label.grab(QRect(0, 0, 1, 1)); // forces the layout, to get the size
    if (!label.text().isEmpty()) {
        QTextDocument text;
        text.setDocumentMargin(0);
        text.setDefaultFont(label.font());
        text.setHtml(label.text());
        text.setTextWidth(width);
        painter.save();
        painter.translate(kMargin, top);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette = palette;
        text.documentLayout()->draw(&painter, context);
        painter.restore();
        top += static_cast<int>(text.size().height()) + 4;
    }
    const QSize rest(size.width(), std::max(kMin, size.height() - top));
    m_plot->resize(rest);
    m_plot->layOut();
    m_plot->refresh();
    painter.save();
    painter.translate(0, top);
    m_plot->toPainter(&painter, rest.width(), rest.height());
    painter.restore();
}

QImage PlotPicture::image(const PictureSize &size)
{
    const QSize pixels = size.pixels();
    if (std::max(pixels.width(), pixels.height()) > kLongestSide)
        throw std::length_error("the picture would be " + std::to_string(std::max(pixels.width(), pixels.height()))
                                + " pixels long, more than " + std::to_string(kLongestSide) + "; choose a smaller size or resolution");
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(m_board->palette().color(QPalette::Base));
    image.setDotsPerMeterX(static_cast<int>(size.dpi / PictureSize::kMmPerInch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QCPPainter painter(&image);
    const QSize layout = layoutSize(size);
    if (layout != pixels)
        painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNonCosmetic);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(double(pixels.width()) / layout.width(), double(pixels.height()) / layout.height());
    paint(painter, layout);
    painter.end();
    return image;
}

QByteArray PlotPicture::png(const PictureSize &size)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image(size).save(&buffer, "PNG");
    return buffer.data();
}

QByteArray PlotPicture::svg(const PictureSize &size)
{
    const QSize layout = layoutSize(size);
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(static_cast<int>(kScreenDpi));
    svg.setSize(layout);
    svg.setViewBox(QRect(QPoint(), layout));
    svg.setTitle(tagText(m_plot->tag()));
    QCPPainter painter(&svg);
    painter.setMode(QCPPainter::pmVectorized);
    paint(painter, layout);
    painter.end();
    return buffer.data();
}

QByteArray PlotPicture::pdf(const PictureSize &size)
{
    const QSize layout = layoutSize(size);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(static_cast<int>(kScreenDpi));
    pdf.setPageSize(QPageSize(size.mm, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(tagText(m_plot->tag()));
    pdf.setCreator("Lensboard");
    QCPPainter painter(&pdf);
    painter.setMode(QCPPainter::pmVectorized);
    paint(painter, layout);
    painter.end();
    return buffer.data();
}

} // namespace lensboard::widgets
