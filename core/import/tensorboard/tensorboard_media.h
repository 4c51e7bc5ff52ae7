#pragma once

#include "core/import/event_span.h"
#include "core/store/media.h"

#include <memory>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// Adds the media of event files to a run: their places in the files.
class TensorboardMedia
{
public:
    /// Begins a file. All following events are in it.
    void enterFile(const std::filesystem::path &file);
    /// Begins an event. \p position is its place in the file; nullopt if the file is packed and has no place to read from later.
    void enterEvent(std::string_view event, std::optional<std::uint64_t> position);
    /// \p part is a view of the event. Returns false if the medium exceeds a limit, or its file is packed.
    bool add(store::RunStore &run, EventTime time, std::string_view tag, store::MediumKind kind, std::string_view part);
    /// Removes media at \p step and later, of one tag or of all. Returns their number.
    std::size_t cut(std::int64_t step, std::optional<std::string_view> tag = std::nullopt) { return m_media->cut(step, tag); }
    /// Returns the number of media by kind.
    std::string summary() const { return m_media->summary(); }

private:
    std::shared_ptr<store::Media> m_media = std::make_shared<store::Media>();
    std::filesystem::path m_path;
    std::map<std::filesystem::path, std::uint32_t> m_files; ///< files with media
    std::string_view m_event;
    std::optional<std::uint64_t> m_position;
};

} // namespace lensboard::imports
