#include "core/preprocessor/matrix_preprocessor.h"

namespace lensboard::preprocessor {

Slot MatrixPreprocessor::addLayer()
{
    m_hadTurn.push_back(false);
    return m_hadTurn.size() - 1;
}

void MatrixPreprocessor::endTick()
{
    if (m_most && !m_isFull) // the tick was measured, and no slot waits for a turn
        m_hadTurn.assign(m_hadTurn.size(), false);
    m_copied = 0;
    m_most.reset();
    m_isFull = false;
}

/// Slots may come in any order, but the order must be the same in each tick.
bool MatrixPreprocessor::hasTurn(Slot slot, double bytes)
{
    if (!m_most)
        m_most = m_maxCopied();
    if (m_hadTurn[slot])
        return false;
    m_isFull = m_isFull || (m_copied > 0 && m_copied + bytes > *m_most);
    if (m_isFull)
        return false;
    m_copied += bytes;
    m_hadTurn[slot] = true;
    return true;
}

void MatrixPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    const Tensor &matrix = *measured.tensor;
    if (matrix.dim() == 2 && hasTurn(slot, KeptMatrix::bytesOf(matrix)))
        look(slot, KeptMatrix(matrix));
}

} // namespace lensboard::preprocessor
