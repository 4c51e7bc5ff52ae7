#pragma once

#include <QElapsedTimer>
#include <QUndoCommand>

#include <functional>
#include <utility>

namespace lensboard::widgets {

/// A change of a board by the user that can be undone.
class BoardChange final : public QUndoCommand
{
public:
    enum class Kind { Single = -1, Zoom = 1, View = 2 }; ///< zooms, or view changes of one tag, are merged if in quick succession

    BoardChange(const QString &text, std::function<void()> redo, std::function<void()> undo, Kind kind = Kind::Single)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo)), m_kind(kind)
    {
        m_sinceLast.start();
    }
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }
    int id() const override { return static_cast<int>(m_kind); }
    bool mergeWith(const QUndoCommand *next) override
    {
        constexpr qint64 kQuickMs = 700;
        const auto *later = static_cast<const BoardChange *>(next);
        if (m_sinceLast.elapsed() > kQuickMs || later->text() != text())
            return false;
        m_redo = later->m_redo;
        m_sinceLast.start();
        return true;
    }

private:
    std::function<void()> m_redo, m_undo;
    Kind m_kind;
    QElapsedTimer m_sinceLast;
};

} // namespace lensboard::widgets
