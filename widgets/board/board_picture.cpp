#include "widgets/board/board_picture.h"

#include "widgets/qt_text.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QImage>
#include <QPageLayout>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <future>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace lensboard::widgets {

namespace {

constexpr int kHighest = 32767; ///< Qt's limit for painting
constexpr int kPageWidth = 1200; ///< width of the board in pixels; makes its text 7.7 points high
constexpr double kMarginMm = 12;
constexpr int kPageHeader = 28;

constexpr auto kBetweenLooks = std::chrono::milliseconds(20); ///< interval of checks while another thread encodes

/// Rejects data after a stop request.
class StoppableBuffer final : public QBuffer
{
public:
    explicit StoppableBuffer(std::stop_token stop) : m_stop(std::move(stop)) {}

protected:
    qint64 writeData(const char *data, qint64 size) override
    {
        return m_stop.stop_requested() ? -1 : QBuffer::writeData(data, size);
    }

private:
    std::stop_token m_stop;
};

/// Sets both ends of a zoom, needed for drawing it.
store::Selection bounded(store::Selection part, const store::Run &run)
{
    const auto ticks = run.ticks(0, run.frameCount());
    const auto [first, last] = std::minmax_element(ticks.begin(), ticks.end(), [](const auto &a, const auto &b) { return a.step < b.step; });
    if (ticks.empty() || (std::isinf(part.firstStep) && std::isinf(part.lastStep)))
        return part;
    part.firstStep = std::max(part.firstStep, static_cast<double>(first->step));
    part.lastStep = std::min(part.lastStep, static_cast<double>(last->step));
    return part;
}

} // namespace

BoardPicture::BoardPicture(const BoardContents &contents, const QPalette &palette, DrawingProgress progress)
    : m_progress(std::move(progress)), m_board(std::make_unique<PlotBoard>()), m_pages(*m_board)
{
    QStringList names;
    for (const BoardContents::Run &run : contents.runs)
        if (run.style.isVisible())
            names << run.name;
    m_name = names.join(QStringLiteral(", "));
    m_board->setPalette(palette);
    m_board->setContents(contents);
}

BoardPicture::~BoardPicture() = default;

bool BoardPicture::isEmpty() const
{
    return m_board->sections().isEmpty();
}

void BoardPicture::reportProgress() const
{
    if (m_progress)
        m_progress(m_done, m_total);
}

/// Lays out every plot; painting follows later.
QSize BoardPicture::layOut(int width)
{
    m_done = 0;
    m_total = 2 * m_pages.plotCount();
    return m_pages.layOut(width, [this] {
        reportProgress();
        ++m_done;
    });
}

void BoardPicture::paint(QCPPainter &painter, int top, int bottom)
{
    m_pages.paint(painter, top, bottom, [this] {
        reportProgress();
        ++m_done;
    });
}

QImage BoardPicture::image(int width)
{
    const QSize size = layOut(width);
    if (size.height() > kHighest)
        throw std::length_error("the picture would be " + std::to_string(size.height()) + " pixels high, more than "
                                + std::to_string(kHighest) + "; choose fewer tags, or PDF, which has pages");
    QImage image(size, QImage::Format_RGB32);
    image.fill(m_board->palette().color(QPalette::Base));
    QCPPainter painter(&image);
    paint(painter, 0, size.height());
    painter.end();
    return image;
}

QByteArray BoardPicture::png(int width)
{
    const QImage drawn = image(width);
    std::promise<QByteArray> encoded;
    auto bytes = encoded.get_future();
    const std::jthread encoder([&](const std::stop_token &stop) { // encoding 50 million pixels takes seconds
        try {
            StoppableBuffer png(stop);
            drawn.save(&png, "PNG");
            encoded.set_value(png.data());
        } catch (...) {
            encoded.set_exception(std::current_exception());
        }
    });
    while (bytes.wait_for(kBetweenLooks) != std::future_status::ready)
        reportProgress();
    return bytes.get();
}

QByteArray BoardPicture::svg(int width)
{
    const QSize size = layOut(width);
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(kResolution);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setTitle(m_name);
    QCPPainter painter(&svg);
    painter.setMode(QCPPainter::pmVectorized);
    painter.fillRect(QRect(QPoint(), size), m_board->palette().color(QPalette::Base));
    paint(painter, 0, size.height());
    painter.end();
    return buffer.data();
}

QByteArray BoardPicture::pdf()
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kResolution);
    pdf.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Landscape,
                                  QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter));
    pdf.setTitle(m_name);
    pdf.setCreator("Lensboard");
    paintPages(pdf);
    return buffer.data();
}

bool BoardPicture::paintPages(QPagedPaintDevice &device)
{
    layOut(kPageWidth);
    const double scale = static_cast<double>(device.width()) / kPageWidth;
    const auto pages = m_pages.pages(static_cast<int>(device.height() / scale) - kPageHeader);
    QCPPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.scale(scale, scale);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (i > 0)
            device.newPage();
        const BoardPages::Page &page = pages[i];
        const QRect header(8, 0, kPageWidth - 16, kPageHeader - 8);
        painter.setPen(m_board->palette().color(QPalette::Text));
        painter.drawText(header, Qt::AlignLeft | Qt::AlignTop, page.continued.isEmpty() ? m_name : QObject::tr("%1 – %2, continued").arg(m_name, page.continued));
        painter.drawText(header, Qt::AlignRight | Qt::AlignTop, QObject::tr("%1 / %2").arg(i + 1).arg(pages.size()));
        painter.save();
        painter.translate(0, kPageHeader - page.top);
        paint(painter, page.top, page.bottom);
        painter.restore();
    }
    return painter.end();
}

BoardContents contentsOf(std::shared_ptr<const store::Run> run, const store::Selection &part)
{
    BoardContents contents;
    store::RunCursor cursor;
    for (const auto &[index, tag] : run->since(cursor).tags)
        if (!part.hasTag(tag.name))
            contents.hiddenTags.insert(text(tag.name));
    for (const std::string &layer : part.hiddenLayers)
        contents.hiddenLayers.insert(text(layer));
    const store::Selection steps = bounded(part, *run);
    if (std::isfinite(steps.firstStep) && std::isfinite(steps.lastStep))
        contents.chosen = Stretch{steps.firstStep, steps.lastStep};
    const QString name = text(run->info().name);
    contents.runs.push_back({std::move(run), name});
    return contents;
}

} // namespace lensboard::widgets
