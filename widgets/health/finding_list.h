#pragma once

#include "core/health/finding.h"

#include <QIcon>
#include <QListView>

#include <optional>
#include <vector>

class QStandardItemModel;

namespace lensboard::widgets {

/// The findings of a run, under a heading if there are several runs.
struct FindingGroup
{
    const void *run = nullptr; ///< identifies the run; the list does not access it
    QString name = {};
    QIcon sign = {};    ///< of the run's lines
    QString state = {}; ///< number of findings, or that there is none
    std::vector<health::Finding> findings = {};

    bool isAlike(const FindingGroup &other) const
    {
        return run == other.run && name == other.name && state == other.state && findings == other.findings && sign.cacheKey() == other.sign.cacheKey();
    }
};

/// Findings of one or several runs, each with its title and numbers; the current one also with its meaning and advice.
class FindingList final : public QListView
{
    Q_OBJECT

public:
    explicit FindingList(QWidget *parent = nullptr);

    /// Several groups have headings. The current finding stays current while its run has one of the same rule and meaning.
    void setGroups(std::vector<FindingGroup> groups);
    const std::vector<FindingGroup> &groups() const { return m_groups; }
    /// Returns the current finding's number of group and place in it, or nullopt if none is current.
    struct Place
    {
        std::size_t group = 0, finding = 0;
    };
    std::optional<Place> currentPlace() const;
    /// Null if none is current.
    const health::Finding *current() const;
    /// Words where there is nothing.
    void setPlaceholder(const QString &words);

    void keyboardSearch(const QString &) override {}

Q_SIGNALS:
    /// The current finding was clicked, or Enter was pressed.
    void chosen();
    void currentFindingChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    friend class FindingDelegate;
    struct Row
    {
        std::size_t group = 0;
        std::optional<std::size_t> finding; ///< none of a heading
    };

    const health::Finding &findingAt(Row row) const { return m_groups[row.group].findings[*row.finding]; }
    void fillRows(std::vector<FindingGroup> groups);

    std::vector<FindingGroup> m_groups;
    std::vector<Row> m_rows;
    QStandardItemModel *m_model;
    QString m_placeholder;
};

} // namespace lensboard::widgets
