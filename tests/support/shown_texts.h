#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTextDocumentFragment>

namespace lensboard::test {

inline void addTexts(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                texts << model.index(row, column, parent).data(role).toString();
        addTexts(model, model.index(row, 0, parent), texts);
    }
}

/// Returns the texts of labels, buttons, lists and tabs of \p window, including hidden ones; excludes names seen only by tests and screen readers.
inline QStringList shownTexts(const QWidget &window)
{
    QStringList texts = {window.windowTitle()};
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        texts << QTextDocumentFragment::fromHtml(widget->toolTip()).toPlainText();
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts << QTextDocumentFragment::fromHtml(label->text()).toPlainText();
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts << button->text();
        else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model())
            addTexts(*view->model(), {}, texts);
        else if (const auto *tabs = qobject_cast<const QTabWidget *>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                texts << tabs->tabText(i);
    }
    texts.removeAll(QString());
    texts.removeDuplicates();
    return texts;
}

/// Returns the texts with one of these words outside of quotes, keys, class names and paths.
inline QStringList withWords(const QStringList &texts, const QString &words)
{
    return texts.filter(QRegularExpression(QStringLiteral("(?<![\\w\"./-])(%1)(?![\\w\"/-]|\\.\\w)").arg(words)));
}

/// Returns texts with a word of English sentences that German does not have.
inline QStringList englishAmong(const QStringList &texts)
{
    return withWords(texts, "the|of|is|are|not|and|with|which|has|have|expected|found|file|line|column|recorded|every|each|finished|failed");
}

/// Returns texts with an English word used for plots, lines and tags. JSON uses the same words.
inline QStringList englishNamesAmong(const QStringList &texts)
{
    return withWords(texts, "mean|std|norm|not finite|loss|Loss|Metrics|Learning|Weight|Output|Update|Comparison|Correlation|Activations|"
                            "Warning|share|value|rate|cosine|input|output|step|tag|accuracy");
}

} // namespace lensboard::test
