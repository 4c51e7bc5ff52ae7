#include "widgets/plots/plot_board.h"

#include "core/store/file/run_file_format.h"
#include "core/visualizer/visualizer.h"
#include "widgets/core_words.h"
#include "widgets/plots/plot_window.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/plots/tag_section.h"
#include "widgets/qt_text.h"
#include "widgets/wheel_glide.h"

#include <QCursor>
#include <QElapsedTimer>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QStackedLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr int kSliceMs = 8; ///< how long drawing may hold the event loop at a time
constexpr auto kNoSection = std::numeric_limits<std::uint32_t>::max(); ///< of tensors: those are looked at elsewhere
constexpr int kLinesAStep = 2; ///< of text, that the page moves; a notch of the wheel is three steps
constexpr int kWideBoard = 900; ///< from this width on, two big plots stand side by side

/// Does what a page is prepared with before it is drawn.
void settle(QWidget &page)
{
    page.grab(QRect(0, 0, 1, 1));
}

class Change final : public QUndoCommand
{
public:
    Change(const QString &text, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo))
    {}
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo, m_undo;
};

} // namespace

PlotBoard::PlotBoard(QWidget *parent)
    : QWidget(parent), m_placeholder(new QLabel(this)), m_scroll(new QScrollArea(this)), m_glide(new WheelGlide(m_scroll->verticalScrollBar(), this)),
      m_page(new QWidget), m_sections(new QGridLayout(m_page)), m_stack(new QStackedLayout(this))
{
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setTextFormat(Qt::RichText);
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setSpacing(2);
    m_page->setAutoFillBackground(true);
    m_page->setBackgroundRole(QPalette::Base);
    m_scroll->setWidget(m_page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(tr("Plots"));
    m_scroll->verticalScrollBar()->setSingleStep(kLinesAStep * fontMetrics().height());
    m_scroll->viewport()->installEventFilter(this);
    connect(m_glide, &WheelGlide::moved, this, &PlotBoard::pointAnew);
    m_stack->addWidget(m_placeholder);
    m_stack->addWidget(m_scroll);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &PlotBoard::refreshSome);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &PlotBoard::schedule);
    const auto redraw = [this] {
        for (TagPlot *plot : madePlots())
            plot->markDirty();
        schedule();
    };
    connect(&m_state, &BoardState::lookChanged, this, [this, redraw] {
        rearrange();
        redraw();
    });
    connect(&m_state, &BoardState::layersChanged, this, [this, redraw] {
        rearrange();
        redraw();
    });
    connect(&m_state, &BoardState::chosenChanged, this, [this, redraw] {
        redraw();
        Q_EMIT behindChanged();
    });
    connect(&m_state, &BoardState::followingChanged, this, &PlotBoard::behindChanged);
    connect(&m_state, &BoardState::crossHairMoved, this, [this] {
        for (TagPlot *plot : madePlots())
            plot->updateHand();
    });
}

PlotBoard::~PlotBoard()
{
    clear(); // while all that plots look at is there
}

void PlotBoard::setPlaceholder(const QString &html)
{
    m_placeholder->setText(html);
}

// ---- runs

void PlotBoard::addRun(std::shared_ptr<const store::Run> run, const QString &name)
{
    int colour = 0;
    const auto &runs = m_state.runs;
    while (std::any_of(runs.begin(), runs.end(), [&](const auto &other) { return other->colour == colour; }))
        ++colour;
    m_state.addRun(std::move(run), name, colour);
    follow();
    rearrange();
    Q_EMIT runsChanged();
}

/// Nothing but the runs holds anything that cannot be found again.
void PlotBoard::removeRun(std::size_t number)
{
    clear();
    m_state.runs.erase(m_state.runs.begin() + static_cast<std::ptrdiff_t>(number));
    follow();
    Q_EMIT runsChanged();
}

void PlotBoard::setRunVisible(std::size_t number, bool visible)
{
    m_state.runs.at(number)->isVisible = visible;
    Q_EMIT m_state.lookChanged();
    Q_EMIT runsChanged();
}

void PlotBoard::setRunName(std::size_t number, const QString &name)
{
    if (std::exchange(m_state.runs.at(number)->name, name) == name)
        return;
    schedule(); // legends
    Q_EMIT runsChanged();
}

void PlotBoard::setRunColour(std::size_t number, int colour)
{
    m_state.runs.at(number)->colour = colour;
    Q_EMIT m_state.lookChanged();
    Q_EMIT runsChanged();
}

void PlotBoard::follow()
{
    bool isNew = false;
    for (std::size_t i = 0; i < m_state.runs.size(); ++i) {
        ShownRun &run = *m_state.runs[i];
        const store::RunChanges changes = run.run->since(run.cursor);
        if (changes.empty())
            continue;
        if (changes.restarted) { // another run took its place
            clear();
            return follow();
        }
        isNew = take(run, changes) || isNew;
    }
    if (isNew) {
        rearrange();
        m_stack->setCurrentWidget(m_byTag.empty() ? static_cast<QWidget *>(m_placeholder) : m_scroll);
        if (m_currentTag.isEmpty() && !m_byTag.empty())
            m_currentTag = text(m_byTag.front()->tag().name);
        Q_EMIT tagsChanged();
    }
}

/// True if there are tags or series that were not there before.
bool PlotBoard::take(ShownRun &run, const store::RunChanges &changes)
{
    for (const auto &[index, tag] : changes.tags) {
        run.tagSpecs.resize(std::max<std::size_t>(run.tagSpecs.size(), index + 1));
        run.tags.resize(run.tagSpecs.size(), kNoSection);
        run.tagSpecs[index] = tag;
        if (tag.kind != record::TagKind::Tensors)
            sectionOf(run, index, tag);
    }
    for (const record::SeriesSpec &spec : changes.series) {
        if (const auto section = run.tags.at(spec.tag); section != kNoSection && spec.role != record::SeriesRole::Tensor)
            m_byTag[section]->addSeries({&run, run.seriesCount, spec});
        if (const QString layer = text(spec.layer); run.isOfLayer(spec) && !run.layers.contains(layer))
            run.layers << layer;
        ++run.seriesCount;
    }
    for (const record::RunEvent &event : changes.events)
        if (event.kind == record::RunEvent::Kind::LensOn)
            store::add(run.switchedOn[event.text], event.step);
    const bool wasLive = run.isLive;
    if (changes.info)
        run.isLive = changes.info->status == record::RunStatus::Recording;
    const bool changesAll = changes.edited || wasLive != run.isLive || !changes.events.empty();
    if (changesAll || changes.firstFrame < changes.lastFrame) {
        for (TagPlot *plot : madePlots())
            changesAll ? plot->markDirty() : plot->noteGrowth();
        keepUp();
    }
    schedule();
    return !changes.series.empty();
}

void PlotBoard::clear()
{
    Q_EMIT cleared();
    for (const auto &plot : m_alone)
        if (plot)
            delete plot->window();
    m_alone.clear();
    qDeleteAll(m_byTag);
    m_byTag.clear();
    for (const auto &run : m_state.runs)
        run->forget();
    m_stack->setCurrentWidget(m_placeholder);
}

/// The section of a run's tag, which other runs may share.
TagSection &PlotBoard::sectionOf(ShownRun &run, std::uint32_t tag, const record::TagSpec &spec)
{
    if (run.tags[tag] != kNoSection) {
        m_byTag[run.tags[tag]]->setTag(spec);
        return *m_byTag[run.tags[tag]];
    }
    const auto known = std::find_if(m_byTag.begin(), m_byTag.end(), [&](const TagSection *section) { return section->tag().name == spec.name; });
    run.tags[tag] = static_cast<std::uint32_t>(known - m_byTag.begin());
    if (known != m_byTag.end())
        return **known;
    auto *section = new TagSection(m_state, spec, m_page);
    const QString name = text(spec.name);
    section->wanted = !m_hiddenTags.contains(name);
    section->setLook(tagLook(name));
    connect(section, &TagSection::plotMade, this, &PlotBoard::adopt);
    connect(section, &TagSection::lookChosen, this, [this, name](const TagLook &look) { setTagLook(name, look); });
    connect(section, &TagSection::menuRequested, this, [this, name](const QPoint &at) {
        setCurrentTag(name);
        Q_EMIT menuRequested(at);
    });
    m_byTag.push_back(section);
    return *section;
}

void PlotBoard::adopt(TagPlot *plot)
{
    connect(plot, &TagPlot::dirtied, this, &PlotBoard::schedule);
    connect(plot, &TagPlot::entered, this, [this, plot] { setCurrent(plot); });
    connect(plot, &TagPlot::menuRequested, this, [this, plot](const QPoint &at) {
        setCurrent(plot);
        Q_EMIT menuRequested(at);
    });
}

void PlotBoard::setCurrent(TagPlot *plot)
{
    if (m_currentPlot == plot)
        return;
    m_currentPlot = plot;
    m_currentTag = text(plot->tag().name);
    Q_EMIT currentChanged();
}

void PlotBoard::setCurrentTag(const QString &tag)
{
    if (!sectionCalled(tag) || tag == m_currentTag)
        return;
    m_currentTag = tag;
    m_currentPlot = nullptr;
    Q_EMIT currentChanged();
}

void PlotBoard::rearrange()
{
    for (TagSection *section : m_byTag) {
        section->rearrange();
        section->setVisible(section->wanted && section->plotCount() > 0);
    }
    arrange(m_scroll->viewport()->width());
    schedule();
}

// ---- tags

TagPlot *PlotBoard::currentPlot() const
{
    return m_currentPlot;
}

QStringList PlotBoard::tags() const
{
    QStringList names;
    for (const TagSection *section : m_byTag)
        names << text(section->tag().name);
    return names;
}

TagLook PlotBoard::tagLook(const QString &tag) const
{
    const auto look = m_tagLooks.find(tag);
    return look == m_tagLooks.end() ? TagLook() : look->second;
}

void PlotBoard::setTagLook(const QString &tag, const TagLook &look)
{
    if (tagLook(tag) == look)
        return;
    m_tagLooks[tag] = look;
    if (TagSection *section = sectionCalled(tag)) {
        section->setLook(look);
        arrange(m_scroll->viewport()->width());
    }
    schedule();
    Q_EMIT tagLookChanged(tag);
}

TagSection *PlotBoard::sectionCalled(const QString &tag) const
{
    const auto section = std::find_if(m_byTag.begin(), m_byTag.end(), [&](const TagSection *s) { return text(s->tag().name) == tag; });
    return section == m_byTag.end() ? nullptr : *section;
}

const TagSection *PlotBoard::section(const QString &tag) const
{
    return sectionCalled(tag);
}

QString PlotBoard::shownName(const QString &tag) const
{
    const TagSection *known = section(tag);
    return known ? tagText(known->tag()) : tag;
}

bool PlotBoard::isTagVisible(const QString &tag) const
{
    return !m_hiddenTags.contains(tag);
}

void PlotBoard::setTagVisible(const QString &tag, bool visible)
{
    if (visible == isTagVisible(tag))
        return;
    m_undo.push(new Change(visible ? tr("show %1").arg(shownName(tag)) : tr("hide %1").arg(shownName(tag)), [=, this] { showTag(tag, visible); },
                           [=, this] { showTag(tag, !visible); }));
}

void PlotBoard::showTag(const QString &tag, bool visible)
{
    if (visible)
        m_hiddenTags.erase(tag);
    else
        m_hiddenTags.insert(tag);
    if (TagSection *section = sectionCalled(tag)) {
        section->wanted = visible;
        rearrange();
    }
    Q_EMIT tagVisibilityChanged(tag, visible);
}

void PlotBoard::setHiddenLayers(const std::set<QString> &layers)
{
    const auto before = m_state.hiddenLayers();
    if (layers == before)
        return;
    m_undo.push(new Change(layers.size() > before.size() ? tr("hide layers") : tr("show layers"),
                           [=, this] { m_state.setHiddenLayers(layers); }, [=, this] { m_state.setHiddenLayers(before); }));
}

std::vector<TagPlot *> PlotBoard::madePlots() const
{
    std::vector<TagPlot *> made;
    for (const TagSection *section : m_byTag) {
        const auto plots = section->plots(false);
        made.insert(made.end(), plots.begin(), plots.end());
    }
    for (const auto &plot : m_alone)
        if (plot)
            made.push_back(plot);
    return made;
}

std::vector<TagPlot *> PlotBoard::plots() const
{
    std::vector<TagPlot *> all;
    for (const TagSection *section : m_byTag) {
        const auto plots = section->plots(true);
        all.insert(all.end(), plots.begin(), plots.end());
    }
    return all;
}

std::vector<TagPlot *> PlotBoard::plots(const QString &tag) const
{
    const TagSection *section = sectionCalled(tag);
    return section ? section->plots(true) : std::vector<TagPlot *>();
}

// ---- going about

void PlotBoard::resetZoom()
{
    m_state.setFollowing(false);
    m_state.choose(std::nullopt);
}

void PlotBoard::zoom(double factor)
{
    const auto made = madePlots();
    TagPlot *plot = m_currentPlot ? m_currentPlot.data() : made.empty() ? nullptr : made.front();
    if (plot)
        plot->zoom(factor, m_state.crossHair().value_or((plot->shownX().low + plot->shownX().high) / 2));
}

void PlotBoard::pan(double share)
{
    const auto made = madePlots();
    if (TagPlot *plot = m_currentPlot ? m_currentPlot.data() : made.empty() ? nullptr : made.front())
        plot->pan(share);
}

/// The last tick of the runs that are shown.
std::optional<double> PlotBoard::newest() const
{
    std::optional<double> last;
    for (const ShownRun *run : m_state.visibleRuns()) {
        const std::size_t count = run->run->frameCount();
        const auto ticks = run->run->ticks(count ? count - 1 : 0, count);
        if (!ticks.empty())
            last = std::max(last.value_or(-std::numeric_limits<double>::infinity()), run->coordinate(ticks.front(), m_state.look().x));
    }
    return last;
}

void PlotBoard::pinCursor(std::size_t which)
{
    m_state.setCursor(which, m_state.crossHair() ? m_state.crossHair() : newest());
}

bool PlotBoard::isBehind() const
{
    const auto runs = m_state.visibleRuns();
    const bool isLive = std::any_of(runs.begin(), runs.end(), [](const ShownRun *run) { return run->isLive; });
    const auto last = newest();
    return isLive && m_state.chosen() && last && *last > m_state.chosen()->high;
}

void PlotBoard::setFollowing(bool following)
{
    m_state.setFollowing(following && m_state.chosen());
    keepUp();
}

/// Moves what is seen to what is new, if that is wanted.
void PlotBoard::keepUp()
{
    const auto last = newest();
    const auto chosen = m_state.chosen();
    if (m_state.isFollowing() && chosen && last && *last > chosen->high)
        m_state.choose(Stretch{*last - chosen->size(), *last});
    if (chosen)
        Q_EMIT behindChanged();
}

bool PlotBoard::goToFirstNonFinite()
{
    struct Found
    {
        TagSection *section;
        const ShownSeries *series;
        record::TickStamp stamp;
    };
    std::optional<Found> first;
    for (TagSection *section : visibleSections())
        for (const ShownSeries &series : section->series()) {
            if (series.spec.role != record::SeriesRole::Line || !m_state.isVisible(series))
                continue;
            const bool isCount = series.spec.label.ends_with(visualizer::kNonFiniteLabel);
            std::optional<record::TickStamp> stamp;
            if (isCount) {
                if (const auto span = series.run->run->span(series.index))
                    stamp = span->first;
            } else if (series.run->run->tally(series.index).nonFinite) {
                if (const auto value = series.run->run->firstNonFinite(series.index))
                    stamp = value->stamp;
            }
            if (stamp && (!first || stamp->step < first->stamp.step))
                first = Found{section, &series, *stamp};
        }
    if (!first)
        return false;
    TagPlot *plot = first->section->plotOf(text(first->series->spec.layer));
    if (!plot)
        return false;
    scrollTo(*plot);
    setCurrent(plot);
    m_state.setCrossHair(first->series->run->coordinate(first->stamp, m_state.look().x));
    return true;
}

void PlotBoard::goToLayer(const QString &layer)
{
    std::vector<TagSection *> sections = visibleSections();
    std::stable_partition(sections.begin(), sections.end(), [this](const TagSection *s) { return text(s->tag().name) == m_currentTag; });
    for (const TagSection *section : sections) {
        const auto &series = section->series();
        const bool has = std::any_of(series.begin(), series.end(), [&](const ShownSeries &each) { return text(each.spec.layer) == layer; });
        if (TagPlot *plot = has ? section->plotOf(layer) : nullptr)
            return scrollTo(*plot);
    }
}

void PlotBoard::scrollTo(const TagPlot &plot)
{
    m_page->layout()->activate();
    const QPoint top = plot.mapTo(m_page, QPoint(0, 0));
    m_scroll->ensureVisible(0, top.y() + plot.height() / 2, 0, plot.height());
    schedule();
}

bool PlotBoard::isOnView(const TagPlot &plot) const
{
    return !plot.visibleRegion().isEmpty();
}

std::vector<Reading> PlotBoard::readings(const QString &tag, double x) const
{
    std::vector<Reading> all;
    if (const TagSection *section = sectionCalled(tag))
        all = section->readings(x);
    return all;
}

void PlotBoard::showAlone(const TagPlot &plot)
{
    const TagSection *section = sectionCalled(text(plot.tag().name));
    auto copy = section ? section->copyOf(plot) : nullptr;
    if (!copy)
        return;
    m_alone.push_back(copy.get());
    adopt(copy.get());
    auto *window = new PlotWindow(std::move(copy), this);
    window->setLegend(section->legend());
    window->showFullScreen();
}

void PlotBoard::schedule()
{
    if (!m_refresh.isActive())
        m_refresh.start();
}

/// Draws plots on view that changed, round robin, until the slice is used up.
void PlotBoard::refreshSome()
{
    QElapsedTimer clock;
    clock.start();
    std::vector<TagPlot *> onView;
    for (const auto &plot : m_alone)
        if (plot && plot->isVisible())
            onView.push_back(plot);
    for (const TagSection *section : m_byTag) {
        if (section->isHidden())
            continue;
        const auto plots = section->plotsOnView();
        onView.insert(onView.end(), plots.begin(), plots.end());
    }
    try {
        for (std::size_t i = 0; i < onView.size(); ++i) {
            const std::size_t at = (m_nextPlot + i) % onView.size();
            if (!onView[at]->isDirty())
                continue;
            onView[at]->refresh();
            if (clock.elapsed() >= kSliceMs) {
                m_nextPlot = at + 1;
                m_refresh.start();
                return;
            }
        }
    } catch (const store::RunFileError &error) {
        Q_EMIT failed(coreText(error.what()));
    }
    for (TagSection *section : m_byTag)
        if (!section->isHidden())
            section->updateLegend();
    for (const auto &plot : m_alone)
        if (const TagSection *section = plot ? sectionCalled(text(plot->tag().name)) : nullptr)
            static_cast<PlotWindow *>(plot->window())->setLegend(section->legend());
}

/// What the mouse is over, when the page moved and it did not.
void PlotBoard::pointAnew()
{
    const QPoint at = QCursor::pos();
    if (!m_scroll->viewport()->rect().contains(m_scroll->viewport()->mapFromGlobal(at)))
        return;
    if (auto *plot = qobject_cast<TagPlot *>(m_page->childAt(m_page->mapFromGlobal(at))))
        plot->point(plot->mapFromGlobal(QPointF(at)));
    else
        m_state.setCrossHair(std::nullopt);
}

/// Plots are arranged for the room there is for them. The wheel reaches the page from all that lies on it.
bool PlotBoard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_scroll->viewport() && event->type() == QEvent::Wheel) {
        m_glide->turn(*static_cast<QWheelEvent *>(event)); // what is no scrolling does nothing here
        return true;
    }
    if (watched == m_scroll->viewport() && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) {
        arrange(m_scroll->viewport()->width());
        schedule();
    }
    return QWidget::eventFilter(watched, event);
}

/// Plots grow to fill a page that has room for more, up to a limit.
void PlotBoard::arrange(int width)
{
    constexpr double kMost = 1.7;
    arrange(width, 1);
    m_page->layout()->activate();
    const int height = m_page->layout()->totalHeightForWidth(width) > 0 ? m_page->layout()->totalHeightForWidth(width) : m_page->sizeHint().height();
    const double room = static_cast<double>(m_scroll->viewport()->height()) / std::max(1, height);
    if (m_page->isVisible() && room > 1.02)
        arrange(width, std::min(room * 0.98, kMost)); // headings do not grow
}

/// Two large plots that follow each other share a row of a wide page; all else has rows of its own.
void PlotBoard::arrange(int width, double stretch)
{
    int row = -1;
    bool leftTaken = false;
    for (std::size_t i = 0; i < m_byTag.size(); ++i) {
        TagSection *section = m_byTag[i];
        if (section->isHidden())
            continue;
        const auto next = std::find_if(m_byTag.begin() + static_cast<std::ptrdiff_t>(i) + 1, m_byTag.end(),
                                       [](const TagSection *s) { return !s->isHidden(); });
        const bool paired = width >= kWideBoard && section->tag().big
                         && (leftTaken || (next != m_byTag.end() && (*next)->tag().big));
        row += leftTaken ? 0 : 1;
        m_sections->addWidget(section, row, leftTaken ? 1 : 0, 1, paired ? 1 : 2);
        section->arrange(paired ? width / 2 : width, stretch);
        leftTaken = paired && !leftTaken;
    }
    for (int i = 0; i < m_sections->rowCount(); ++i)
        m_sections->setRowStretch(i, 0);
    m_sections->setRowStretch(row + 1, 1);
}

std::vector<TagSection *> PlotBoard::visibleSections() const
{
    std::vector<TagSection *> visible;
    std::copy_if(m_byTag.begin(), m_byTag.end(), std::back_inserter(visible), [](const TagSection *s) { return !s->isHidden(); });
    return visible;
}

// ---- what is shown

store::Selection PlotBoard::shown() const
{
    store::Selection part;
    const auto isWanted = [](const TagSection *section) { return section->wanted; };
    if (!std::all_of(m_byTag.begin(), m_byTag.end(), isWanted)) {
        part.tags.emplace();
        for (const TagSection *section : m_byTag)
            if (section->wanted)
                part.tags->insert(section->tag().name);
    }
    for (const QString &layer : m_state.hiddenLayers())
        part.hiddenLayers.insert(layer.toStdString());
    if (const auto steps = m_state.chosenSteps()) {
        part.firstStep = steps->low;
        part.lastStep = steps->high;
    }
    return part;
}

BoardContents PlotBoard::contents() const
{
    BoardContents contents{{}, m_state.look(), m_tagLooks, m_hiddenTags, m_state.hiddenLayers(), m_state.chosen()};
    for (const auto &run : m_state.runs)
        contents.runs.push_back({run->run, run->name, run->colour, run->isVisible});
    return contents;
}

void PlotBoard::setContents(const BoardContents &contents)
{
    m_tagLooks = contents.tagLooks;
    m_hiddenTags = contents.hiddenTags;
    for (const BoardContents::Run &run : contents.runs)
        m_state.addRun(run.run, run.name, run.colour).isVisible = run.isVisible;
    m_state.setLook(contents.look);
    m_state.setHiddenLayers(contents.hiddenLayers);
    m_state.choose(contents.chosen);
    follow();
}

std::size_t PlotBoard::plotCount() const
{
    std::size_t count = 0;
    for (const TagSection *section : visibleSections())
        count += section->plotCount();
    return count;
}

QSize PlotBoard::layOut(int width, const std::function<void()> &beforePlot)
{
    m_refresh.blockSignals(true); // nothing of it is on view
    resize(width, height());
    m_scroll->setWidgetResizable(false);
    settle(*m_page); // delivers what is pending, resizes too
    arrange(width);
    m_page->resize(width, m_page->sizeHint().height());
    settle(*m_page); // lays out what was never on view
    for (TagSection *section : visibleSections()) {
        for (TagPlot *plot : section->plots(true)) {
            beforePlot();
            plot->layOut();
            plot->refresh();
        }
        section->updateLegend();
    }
    m_page->resize(width, std::max(m_page->sizeHint().height(), m_sections->totalHeightForWidth(width)));
    settle(*m_page);
    return m_page->size();
}

std::vector<PlotBoard::Page> PlotBoard::pages(int height) const
{
    std::vector<Page> pages = {{}};
    for (const TagSection *section : visibleSections()) {
        const int top = section->y(), bottom = top + section->height();
        if (bottom - pages.back().top > height && bottom - top <= height && top > pages.back().top)
            pages.push_back({top, top, {}});
        for (const int rowBottom : section->rowBottoms()) {
            Page &last = pages.back();
            if (top + rowBottom - last.top > height && last.bottom > last.top)
                pages.push_back({last.bottom, last.bottom, last.bottom > top ? tagText(section->tag()) : QString()});
            pages.back().bottom = std::max(pages.back().bottom, top + rowBottom);
        }
    }
    return pages;
}

void PlotBoard::paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot)
{
    for (const TagSection *section : visibleSections()) {
        painter.save();
        painter.translate(section->pos());
        section->paint(painter, top - section->y(), bottom - section->y(), beforePlot);
        painter.restore();
    }
}

} // namespace lensboard::widgets
