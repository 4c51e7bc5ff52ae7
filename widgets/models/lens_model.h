#pragma once

#include "core/experiment/roster.h"
#include "core/record/tag_spec.h"
#include "core/session/trainer.h"

#include <QAbstractItemModel>

#include <vector>

namespace lensboard::widgets {

/// Lenses, monitors and recorders with their tags below them, each with a check box: a lens is on or off, a tag is shown or not. The
/// second column says what a lens costs, the third has room for the button that opens its settings.
class LensModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Cost, Settings, ColumnCount };
    /// Bool: the settings of this lens, or of this tag's, can be shown.
    static constexpr int kHasSettingsRole = Qt::UserRole;
    /// Text: what the run calls this lens, or this tag's; what is shown may be a translation.
    static constexpr int kNameRole = Qt::UserRole + 1;
    /// Text: what the run calls this tag; none of a lens.
    static constexpr int kTagRole = Qt::UserRole + 2;
    /// Bool: this tag has tensors, which no plot shows.
    static constexpr int kHasTensorsRole = Qt::UserRole + 3;

    explicit LensModel(QObject *parent = nullptr);

    /// A lens that exists before any of its tags does, and whose settings are known. Its name is its kind, unless \p kind is
    /// given: that of a monitor or recorder.
    void addLens(const QString &lens, bool on, const QString &kind = {});
    /// Follows \p watchers: adds them and switches them as they are. What is there no more is off, if it is a lens, which can be added
    /// again; else it goes.
    void setWatchers(const experiment::Roster &watchers);
    /// Removes what was added and is not there after all.
    void removeLens(const QString &lens);
    /// Adds the tag, and its lens if need be, which is on then; known ones are left as they are.
    void addTag(const record::TagSpec &tag);
    void clear();
    /// Removes all tags, and lenses that are known from them alone.
    void dropTags();
    /// Follows what happened elsewhere; does not emit lensToggled().
    void setLensOn(const QString &lens, bool on);
    /// The same of a tag.
    void setTagVisible(const QString &tag, bool visible);
    /// Shown of lenses that are on.
    void setCosts(const session::LensCosts &costs);
    /// Sets if lenses can be switched, and the sentence of their tool tips that says why not. Lenses of such a model that have no plots are grey.
    void setSwitchable(bool switchable, const QString &whyNot = {});
    /// Whether the column of costs says anything.
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
    void lensToggled(const QString &lens, bool on);
    void tagToggled(const QString &tag, bool visible);

private:
    struct Tag
    {
        QString name;
        QString shown; ///< in the window's language
        bool visible = true;
        bool isPlotted = true; ///< else it has tensors, which are shown elsewhere
    };
    struct Lens
    {
        QString name;
        QString kind;
        bool on = true;
        bool hasSettings = false;
        std::vector<Tag> tags;
    };
    int rowOf(const QString &lens) const;
    void insertLens(const Lens &lens);
    const Lens &lensOf(const QModelIndex &index) const;
    QVariant lensData(const Lens &lens, int role) const;
    QString toolTip(const Lens &lens) const;
    QVariant tagData(const Tag &tag, int role) const;
    QVariant costData(const Lens &lens, int role) const;
    QString nameHeading() const;
    QString costText(const Lens &lens) const;
    QString costInWords(const Lens &lens) const;

    std::vector<Lens> m_lenses;
    bool m_switchable = true;
    QString m_whyNotSwitchable;
    session::LensCosts m_costs;
};

} // namespace lensboard::widgets
