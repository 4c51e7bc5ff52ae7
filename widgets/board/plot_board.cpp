#include "widgets/board/plot_board.h"

#include "widgets/board/no_times_notice.h"
#include "widgets/board/plot_window.h"
#include "widgets/board/tag_section.h"
#include "widgets/qt_text.h"
#include "widgets/views/state/board_change.h"
#include "widgets/views/tag_plot.h"

#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr auto kNoSection = std::numeric_limits<std::uint32_t>::max(); ///< for tensors, shown by the tensor view

} // namespace

PlotBoard::PlotBoard(QWidget *parent)
    : QWidget(parent), m_placeholder(new QLabel(this)), m_noTimes(new NoTimesNotice(m_state, this)), m_sections(new SectionList(m_state, this)), m_stack(new QStackedLayout(this)),
      m_visibility(m_state, *m_sections), m_navigation(*this), m_refreshQueue([this] { return plotsOnView(); })
{
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setTextFormat(Qt::RichText);
    m_stack->addWidget(m_placeholder);
    m_stack->addWidget(m_noTimes);
    m_stack->addWidget(m_sections);
    connect(m_sections, &SectionList::viewChanged, &m_refreshQueue, &RefreshQueue::schedule);
    connect(&m_refreshQueue, &RefreshQueue::failed, this, &PlotBoard::failed);
    connect(&m_refreshQueue, &RefreshQueue::emptied, this, &PlotBoard::updateLegends);
    for (const auto signal : {&BoardState::styleChanged, &BoardState::layersChanged})
        connect(&m_state, signal, this, [this] {
            m_sections->rearrange();
            redraw();
            choosePage();
        });
    for (const auto signal : {&BoardState::chosenChanged, &BoardState::wholeChanged})
        connect(&m_state, signal, this, &PlotBoard::redraw);
    connect(&m_state, &BoardState::styleChanged, this, &PlotBoard::reportRunsWithoutTimes);
    connect(&m_state, &BoardState::crossHairMoved, this, [this] {
        for (TagPlot *plot : madePlots())
            plot->updateCrossHair();
    });
    connect(&m_state, &BoardState::runPointed, this, &PlotBoard::highlightPointed);
    connect(&m_state, &BoardState::evidenceChanged, this, &PlotBoard::redraw);
}

PlotBoard::~PlotBoard()
{
    clear(); // while all objects used by plots exist
}

// ---- runs

void PlotBoard::addRun(std::shared_ptr<const store::Run> run, const QString &name)
{
    RunColour colour{0};
    while (std::ranges::any_of(m_state.runs, [&](const auto &other) { return other->style.colour == colour; }))
        ++*colour.index;
    m_state.addRun(std::move(run), name, {colour});
    follow();
    m_sections->rearrange();
    redraw(); // bands are drawn differently with many runs
    Q_EMIT runsChanged();
}

/// Clears everything; the remaining runs are then read again.
void PlotBoard::removeRun(std::size_t number)
{
    m_state.pointAt(nullptr);
    clear();
    m_state.runs.erase(m_state.runs.begin() + static_cast<std::ptrdiff_t>(number));
    follow();
    Q_EMIT runsChanged();
}

std::vector<RunStyle> PlotBoard::runStyles() const
{
    std::vector<RunStyle> styles;
    for (const auto &run : m_state.runs)
        styles.push_back(run->style);
    return styles;
}

void PlotBoard::setRunStyles(std::span<const RunStyle> styles)
{
    bool isChanged = false;
    for (std::size_t i = 0; i < m_state.runs.size(); ++i)
        isChanged = std::exchange(m_state.runs[i]->style, styles[i]) != styles[i] || isChanged;
    if (!isChanged)
        return;
    m_state.events().invalidate();
    m_state.updateExtent();
    Q_EMIT m_state.styleChanged();
    Q_EMIT runsChanged();
}

void PlotBoard::setRunVisible(std::size_t number, bool visible)
{
    std::vector<RunStyle> styles = runStyles();
    styles.at(number).isChecked = visible;
    setRunStyles(styles);
}

void PlotBoard::setRunName(std::size_t number, const QString &name, const QString &path)
{
    ShownRun &run = *m_state.runs.at(number);
    if (run.name == name && run.path == path)
        return;
    run.name = name;
    run.path = path;
    m_state.events().invalidate();
    m_refreshQueue.schedule(); // redraws legends
    Q_EMIT runsChanged();
}

void PlotBoard::setFindings(std::size_t number, std::vector<FindingMark> findings)
{
    std::vector<FindingMark> &shown = m_state.runs.at(number)->findings;
    if (shown == findings)
        return;
    shown = std::move(findings);
    m_state.events().invalidate();
    for (TagPlot *plot : madePlots())
        plot->update();
}

void PlotBoard::follow()
{
    bool isNew = false, isChanged = false;
    for (const auto &run : m_state.runs) {
        const store::RunChanges changes = run->run->since(run->cursor);
        if (changes.empty())
            continue;
        isChanged = true;
        if (changes.restarted) { // another run replaced it
            clear();
            return follow();
        }
        isNew = take(*run, changes) || isNew;
    }
    if (!isChanged)
        return;
    m_state.updateExtent();
    if (isNew)
        m_sections->rearrange();
    const auto chose = std::ranges::count_if(m_sections->all(), &TagSection::chooseScale);
    choosePage();
    if (!isNew && chose == 0)
        return;
    if (m_navigation.currentTag().isEmpty())
        m_navigation.setCurrentTag(m_sections->tags().value(0));
    Q_EMIT tagsChanged();
}

/// Returns true if there are new tags or series.
bool PlotBoard::take(ShownRun &run, const store::RunChanges &changes)
{
    for (const auto &[index, tag] : changes.tags)
        takeTag(run, index, tag);
    for (const record::SeriesSpec &spec : changes.series) {
        if (const auto section = run.tags.at(spec.tag); section != kNoSection && spec.role != record::SeriesRole::Tensor)
            m_sections->all()[section]->addSeries({&run, static_cast<std::uint32_t>(run.seriesSpecs.size()), spec});
        if (const QString layer = text(spec.layer); run.isOfLayer(spec) && !run.layers.contains(layer))
            run.layers << layer;
        run.seriesSpecs.push_back(spec);
    }
    for (const record::RunEvent &event : changes.events)
        if (event.kind == record::RunEvent::Kind::LensOn)
            store::add(run.switchedOn[event.text], event.step);
    run.events.insert(run.events.end(), changes.events.begin(), changes.events.end());
    if (!changes.events.empty() || changes.edited)
        m_state.events().invalidate();
    m_state.events().noteGrowth();
    const bool wasLive = run.isLive;
    if (changes.info) {
        for (std::size_t place = 0; const record::LayerInfo &layer : changes.info->layers)
            run.placesInModel[layer.name] = place++;
        run.isLive = record::mayGrow(changes.info->status);
    }
    const bool changesAll = changes.edited || wasLive != run.isLive || !changes.events.empty();
    if (changesAll || changes.firstFrame < changes.lastFrame) {
        for (TagPlot *plot : madePlots())
            changesAll ? plot->markDirty() : plot->noteGrowth();
        m_navigation.keepUp();
    }
    m_refreshQueue.schedule();
    return !changes.series.empty();
}

/// Runs with tags of equal name share a section.
void PlotBoard::takeTag(ShownRun &run, std::uint32_t tag, const record::TagSpec &spec)
{
    run.tagSpecs.resize(std::max<std::size_t>(run.tagSpecs.size(), tag + 1));
    run.tags.resize(run.tagSpecs.size(), kNoSection);
    run.tagSpecs[tag] = spec;
    if (spec.kind == record::TagKind::Tensors)
        return;
    const auto &sections = m_sections->all();
    if (run.tags[tag] != kNoSection)
        return sections[run.tags[tag]]->setTag(spec);
    const auto known = std::ranges::find_if(sections, [&](const TagSection *section) { return section->tag().name == spec.name; });
    run.tags[tag] = static_cast<std::uint32_t>(known - sections.begin());
    if (known == sections.end())
        addSection(spec);
}

void PlotBoard::addSection(const record::TagSpec &tag)
{
    TagSection *section = m_sections->add(tag);
    const QString name = text(tag.name);
    section->wanted = m_visibility.isTagVisible(name);
    section->setTagStyle(tagStyle(name));
    connect(section, &TagSection::plotMade, this, &PlotBoard::adopt);
    connect(section, &TagSection::styleChosen, this, [this, name](const TagStyle &style) { chooseTagStyle(name, style); });
    connect(section, &TagSection::menuRequested, this, [this, name](const QPoint &at) {
        m_navigation.setCurrentTag(name);
        Q_EMIT menuRequested(at);
    });
}

void PlotBoard::adopt(TagPlot *plot)
{
    connect(plot, &TagPlot::dirtied, &m_refreshQueue, &RefreshQueue::schedule);
    connect(plot, &TagPlot::entered, this, [this, plot] { m_navigation.setCurrentPlot(plot); });
    connect(plot, &TagPlot::menuRequested, this, [this, plot](const QPoint &at) {
        m_navigation.setCurrentPlot(plot);
        Q_EMIT menuRequested(at);
    });
}

void PlotBoard::clear()
{
    Q_EMIT cleared();
    qDeleteAll(windows());
    m_sections->clear();
    for (const auto &run : m_state.runs)
        run->forget();
    m_state.events().invalidate();
    m_stack->setCurrentWidget(m_placeholder);
}

// ---- styles

TagStyle PlotBoard::tagStyle(const QString &tag) const
{
    const auto style = m_tagStyles.find(tag);
    return style == m_tagStyles.end() ? TagStyle() : style->second;
}

void PlotBoard::setTagStyle(const QString &tag, const TagStyle &style)
{
    if (tagStyle(tag) == style)
        return;
    m_tagStyles[tag] = style;
    if (TagSection *section = m_sections->section(tag)) {
        section->setTagStyle(style);
        m_sections->arrange();
    }
    Q_EMIT tagStyleChanged(tag);
}

void PlotBoard::chooseTagStyle(const QString &tag, const TagStyle &style)
{
    if (const TagStyle before = tagStyle(tag); before != style)
        m_state.undo().push(new BoardChange(tr("View of %1").arg(m_sections->shownName(tag)), [=, this] { setTagStyle(tag, style); },
                                            [=, this] { setTagStyle(tag, before); }, BoardChange::Kind::View));
}

void PlotBoard::resetStyles()
{
    const auto show = [this](const BoardStyle &style, const std::map<QString, TagStyle> &tagStyles) {
        m_state.setStyle(style);
        for (const auto &[tag, tagStyle] : tagStyles)
            setTagStyle(tag, tagStyle);
    };
    std::map<QString, TagStyle> plain;
    for (const auto &[tag, ignored] : m_tagStyles)
        plain[tag] = TagStyle();
    if (m_state.style() != BoardStyle() || plain != m_tagStyles)
        m_state.undo().push(new BoardChange(tr("Reset Looks"), [=] { show({}, plain); },
                                            [=, style = m_state.style(), tagStyles = m_tagStyles] { show(style, tagStyles); }));
}

/// Highlights in visible plots, and removes highlights in all plots.
void PlotBoard::highlightPointed()
{
    for (TagPlot *plot : m_state.pointedRun() ? plotsOnView() : madePlots())
        plot->highlightRun(m_state.pointedRun());
}

QList<PlotWindow *> PlotBoard::windows() const
{
    return findChildren<PlotWindow *>(Qt::FindDirectChildrenOnly);
}

std::vector<TagPlot *> PlotBoard::madePlots() const
{
    std::vector<TagPlot *> made = m_sections->madePlots();
    for (const PlotWindow *window : windows())
        made.push_back(window->plot());
    return made;
}

std::vector<TagPlot *> PlotBoard::plotsOnView() const
{
    std::vector<TagPlot *> onView;
    for (const PlotWindow *window : windows())
        if (window->plot()->isVisible())
            onView.push_back(window->plot());
    const auto onPage = m_sections->plotsOnView();
    onView.insert(onView.end(), onPage.begin(), onPage.end());
    std::ranges::stable_partition(onView, &TagPlot::underMouse);
    return onView;
}

/// Shows the plots, or a text if there is nothing to plot.
void PlotBoard::choosePage()
{
    QWidget *page = m_sections;
    if (m_sections->all().empty())
        page = m_placeholder;
    else if (NoTimesNotice::isNeeded(m_state))
        page = m_noTimes;
    m_stack->setCurrentWidget(page);
}

/// Called when time is chosen as x axis: runs without times disappear from the plots.
void PlotBoard::reportRunsWithoutTimes()
{
    const XAxis x = m_state.style().x;
    if (std::exchange(m_shownAxis, x) == x || NoTimesNotice::isNeeded(m_state))
        return;
    QStringList missing;
    for (const auto &run : m_state.runs)
        if (run->style.isVisible() && !run->isAlong(x))
            missing << run->name;
    constexpr qsizetype kMaxListed = 3;
    if (const qsizetype more = missing.size() - kMaxListed; more > 1) {
        missing.resize(kMaxListed);
        missing << tr("%n more", nullptr, static_cast<int>(more));
    }
    if (!missing.isEmpty())
        Q_EMIT noticed(tr("Not plotted over time, since no times were recorded: %1").arg(missing.join(QStringLiteral(", "))));
}

void PlotBoard::redraw()
{
    for (TagPlot *plot : madePlots())
        plot->markDirty();
    m_refreshQueue.schedule();
}

void PlotBoard::updateLegends()
{
    for (TagSection *section : m_sections->visible())
        section->updateLegend();
    for (PlotWindow *window : windows())
        if (const TagSection *section = m_sections->section(text(window->plot()->tag().name)))
            window->setLegend(section->legend());
}

void PlotBoard::showAlone(const TagPlot &plot)
{
    TagSection *section = m_sections->section(text(plot.tag().name));
    auto copy = section ? section->copyOf(plot) : nullptr;
    if (!copy)
        return;
    adopt(copy.get());
    auto *window = new PlotWindow(std::move(copy), this);
    window->setLegend(section->legend());
    connect(window, &PlotWindow::entryChosen, section, &TagSection::toggleLabel);
    window->showFullScreen();
}

void PlotBoard::setPlaceholder(const QString &html)
{
    m_placeholder->setText(html);
}

// ---- visible part

store::Selection PlotBoard::shown() const
{
    store::Selection part;
    const auto &sections = m_sections->all();
    if (!std::ranges::all_of(sections, &TagSection::wanted)) {
        part.tags.emplace();
        for (const TagSection *section : sections)
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
    BoardContents contents{{}, m_state.style(), m_tagStyles, m_visibility.hiddenTags(), m_state.hiddenLayers(), m_state.chosen()};
    for (const auto &run : m_state.runs)
        contents.runs.push_back({run->run, run->name, run->style});
    return contents;
}

void PlotBoard::setContents(const BoardContents &contents)
{
    m_tagStyles = contents.tagStyles;
    m_visibility.setHiddenTags(contents.hiddenTags);
    for (const BoardContents::Run &run : contents.runs)
        m_state.addRun(run.run, run.name, run.style);
    m_state.setStyle(contents.style);
    m_state.setHiddenLayers(contents.hiddenLayers);
    m_state.choose(contents.chosen);
    follow();
}

} // namespace lensboard::widgets
