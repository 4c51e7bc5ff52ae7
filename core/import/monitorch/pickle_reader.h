#pragma once

#include "core/import/monitorch/pickle_value.h"
#include "core/record/error.h"

namespace lensboard::imports {

/// Thrown if bytes are not a pickle, or use unsupported features.
class PickleError : public record::Error
{
public:
    PickleError(std::size_t offset, const record::Message &what) : record::Error(what), m_offset(offset) {}
    std::size_t offset() const { return m_offset; } ///< of the failing opcode, from the pickle's first byte

private:
    std::size_t m_offset;
};

/// Reads one pickle, protocols 2 to 5, of plain data: numbers, also of NumPy, text, tuples, lists, dicts and the globals of PickleGlobal.
/// Never executes anything: any other global or opcode is an error naming it. getattr is supported only to name a member of
/// TagType.
///
/// Call read() with bytes as they arrive; each is read once. Memory is proportional to their number. Pickles of more
/// than kMaxBytes or kMaxNodes are rejected.
class PickleReader
{
public:
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
    static constexpr std::size_t kMaxNodes = 1'000'000;

    /// Continues with \p bytes. Returns the number of bytes consumed. Pass the other bytes again in the next call: they are an
    /// incomplete opcode, or follow the pickle.
    /// Errors: PickleError. Afterwards the reader must not be used.
    std::size_t read(std::string_view bytes);

    bool isComplete() const { return m_complete; }
    std::size_t position() const { return m_pickle.length; } ///< number of bytes consumed so far
    const Pickle &pickle() const { return m_pickle; }        ///< valid once complete

private:
    /// Returns the length of the opcode with its argument; 0 if it is incomplete.
    std::size_t readOpcode(std::string_view bytes);
    std::optional<std::size_t> argumentLength(char opcode, std::string_view rest, std::size_t &prefix) const;
    void apply(char opcode, std::string_view argument);
    bool applyScalar(char opcode, std::string_view argument);
    bool applyMemo(char opcode, std::string_view argument);
    bool applyContainer(char opcode);
    bool applyObject(char opcode, std::string_view argument);
    void beginFrame(std::string_view argument);
    void leaveFrame(std::size_t opcodeLength) const;
    void stop();

    void push(PickleNode node);
    PickleIndex pop();
    void mark();
    PickleIndex top() const;
    std::vector<PickleIndex> popToMark();
    void remember(std::size_t slot);
    void recall(std::size_t slot);
    void pushTuple(std::size_t count);
    void setItems(const std::vector<PickleIndex> &items);
    void append(const std::vector<PickleIndex> &items);
    void pushGlobal(std::string_view module, std::string_view name);
    void pushInstance(bool constructed);
    void pushMember(const std::vector<PickleIndex> &arguments);
    bool pushNumpy(PickleGlobal type, const std::vector<PickleIndex> &arguments);
    void build();
    template <typename T>
    T &expectTop(const char *opcode, const char *expected);
    [[noreturn]] void fail(const record::Message &what) const;

    Pickle m_pickle;
    std::vector<PickleIndex> m_stack;
    std::vector<std::size_t> m_marks; ///< stack heights of the open marks
    std::vector<PickleIndex> m_memo;
    std::uint64_t m_frameEnd = 0; ///< 0: outside a frame
    bool m_complete = false;
};

} // namespace lensboard::imports
