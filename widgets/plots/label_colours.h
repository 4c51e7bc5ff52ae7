#pragma once

#include <QStringList>

namespace lensboard::widgets {

/// Which colour a label has, the same in all plots of a tag.
class LabelColours
{
public:
    int indexOf(const QString &label)
    {
        if (!m_labels.contains(label))
            m_labels.append(label);
        return static_cast<int>(m_labels.indexOf(label));
    }
    const QStringList &labels() const { return m_labels; }

private:
    QStringList m_labels;
};

} // namespace lensboard::widgets
