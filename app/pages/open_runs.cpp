#include "app/pages/open_runs.h"

#include "app/pages/run_page.h"

#include <QFileInfo>

#include <algorithm>

namespace lensboard::app {

void OpenRuns::add(RunPage *page)
{
    if (!m_pages.contains(page))
        m_pages << page;
}

bool isSameRun(const QString &one, const QString &other)
{
    const QFileInfo first(one), second(other);
    return first.absoluteFilePath() == second.absoluteFilePath() || (first.exists() && first == second); // two missing files are equal for QFileInfo
}

RunPage *OpenRuns::find(const QString &path, const QWidget *window) const
{
    RunPage *found = nullptr;
    for (RunPage *page : m_pages)
        if ((!window || page->window() == window) && !page->path().isEmpty() && isSameRun(page->path(), path)
            && (!found || page->session()))
            found = page;
    return found;
}

const RunPage *OpenRuns::findOverlaid(const QString &path) const
{
    const auto found = std::ranges::find_if(m_pages, [&](const RunPage *page) { return page->hasOverlaid(path); });
    return found == m_pages.end() ? nullptr : *found;
}

} // namespace lensboard::app
