#pragma once

#include "core/experiment/roster.h"
#include "core/record/tag_spec.h"
#include "core/session/trainer.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace lensboard::widgets {

/// Lenses, monitors and recorders with their tags as children. A lens's check box switches it on or off; a tag's shows or hides
/// it. The second column is the cost; the third has room for the settings button.
class LensModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Cost, Settings, ColumnCount };
    /// Bool: this lens, or this tag's lens, has settings to show.
    static constexpr int kHasSettingsRole = Qt::UserRole;
    /// Text: name of this lens, or of this tag's lens, in the run; the shown name may be translated.
    static constexpr int kNameRole = Qt::UserRole + 1;
    /// Text: name of this tag in the run; null for a lens.
    static constexpr int kTagRole = Qt::UserRole + 2;
    /// Bool: this tag has tensors and therefore no plot.
    static constexpr int kHasTensorsRole = Qt::UserRole + 3;

    explicit LensModel(QObject *parent = nullptr);

    /// Adds a lens with known settings before it has tags. \p kind defaults to the name; given for monitors and recorders.
    void addLens(const QString &lens, const QString &kind = {});
    /// Shows \p watchers. Missing lenses are shown as off, because they can be added again; other missing watchers are removed.
    void setWatchers(std::shared_ptr<const experiment::Roster> watchers);
    /// Removes a lens, monitor or recorder with its tags.
    void removeLens(const QString &lens);
    /// Adds the tag, and its lens if unknown. Keeps known ones unchanged.
    void addTag(const record::TagSpec &tag);
    void clear();
    /// Removes all tags, and lenses known only from their tags.
    void dropTags();
    /// Sets the check box of a tag; does not emit tagToggled().
    void setTagVisible(const QString &tag, bool visible);
    /// Sets the costs, shown for lenses that are on.
    void setCosts(const session::LensCosts &costs);
    /// Sets if lenses can be switched; tool tips show \p whyNot if not. Lenses without plots are grey then.
    void setSwitchable(bool switchable, const QString &whyNot = {});
    /// Returns true if any lens has a known cost.
    bool hasCosts() const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// The user wants to switch the lens. Its check box changes with setWatchers().
    void lensToggled(const QString &lens, bool on);
    void tagToggled(const QString &tag, bool visible);

private:
    struct Tag
    {
        QString name;
        QString shown; ///< in the window's language
        bool visible = true;
        bool isPlotted = true; ///< false: it has tensors, shown in another panel
    };
    struct Row
    {
        QString name;
        QString kind;
        bool hasSettings = false; ///< false: known only from its tags
        std::vector<Tag> tags;
    };
    int rowOf(const QString &lens) const;
    bool isOn(const Row &lens) const;
    void insertLens(const Row &lens);
    const Row &lensOf(const QModelIndex &index) const;
    QVariant lensData(const Row &lens, int role) const;
    QString toolTip(const Row &lens) const;
    QVariant tagData(const Tag &tag, int role) const;
    QVariant costData(const Row &lens, int role) const;
    QString nameHeading() const;
    QString costText(const Row &lens) const;
    QString costInWords(const Row &lens) const;

    std::vector<Row> m_lenses;
    std::shared_ptr<const experiment::Roster> m_watchers = std::make_shared<const experiment::Roster>();
    bool m_switchable = true;
    QString m_whyNotSwitchable;
    session::LensCosts m_costs;
};

} // namespace lensboard::widgets
