#pragma once
// C interface of the engine for a web page: calls with text and numbers, which JavaScript makes through
// WebAssembly. Input text is UTF-8. Output text is JSON and only valid until the next call, so it must be
// copied immediately. A failed call returns
//   {"error": {"status": "bad_data", "code": "x.bad-float-size", "message": ..., "file": ..., "line": 3,
//   "byte": null, "object": ..., "text": ...}}
// `text` is the message that the command line would print. All calls are synchronous; a page that must not
// block makes them in a worker. For more, see docs/web.md.

#include <cstddef>
#include <cstdint>

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define SK_CALL EMSCRIPTEN_KEEPALIVE
#else
#define SK_CALL
#endif

extern "C" {

// --- memory ----------------------------------------------------------------------------------------------

// Returns 0 if memory is exhausted or the size exceeds the limit for a file; see sk_last_error. JavaScript
// views of the memory become invalid when it grows, so they must be recreated after any call.
SK_CALL void* sk_alloc(std::size_t size);
SK_CALL void sk_free(void* memory);
// Returns the error of the last call without text output, or {} if it succeeded.
SK_CALL const char* sk_last_error();
// Returns {"version": "0.9.0", "player": false, "reads": [".x", ...], "writes": [...], "most_file_bytes": n,
// "most_bytes": n}.
SK_CALL const char* sk_about();

// --- files: a tree in memory -----------------------------------------------------------------------------

// Paths are relative, with '/' between names. Folders are created as needed, and an existing file is
// replaced. Returns {"path", "size"}.
SK_CALL const char* sk_file_put(const char* path, const std::uint8_t* bytes, std::size_t size);
// Returns null for a missing file. The bytes are valid until the next call of this function.
SK_CALL const std::uint8_t* sk_file_get(const char* path, std::size_t* out_size);
SK_CALL const char* sk_file_remove(
    const char* path);               // removes a file, or a folder with its contents; "": everything
SK_CALL const char* sk_file_list();  // {"files": [{"path": "walk.x", "size": 1234}]}, sorted

// --- scenes ----------------------------------------------------------------------------------------------

// Returns whether the bytes are the start of an FBX file, which can only be read with skelter-fbx.wasm. 16384
// bytes are enough.
SK_CALL int sk_is_fbx(const std::uint8_t* bytes, std::size_t size);
// Reads a file. `options` is JSON or "": {"ticks_per_second": 4800, "frame_numbers": true, "absent":
// "identity", "rotation_keys": "as-stored", "code_page": 932, "strict": true, "metres_per_unit": 0.01,
// "with_clips": ["run.x"], "map_names": true, "up": "z"}. The result describes the entire file, except for
// numbers per vertex and per key. "scene" is the number of the scene for the calls below.
SK_CALL const char* sk_scene_read(const char* path, const char* options);
SK_CALL void sk_scene_free(std::uint32_t scene);
// Writes local translation, rotation x y z w, and scale: 10 numbers per node, in the order of "nodes". For
// `clip` -1, writes the rest pose. Times beyond the duration wrap around. Shear is lost here; sk_scene_world
// includes it. Returns the number of nodes, or -1.
SK_CALL int sk_scene_evaluate(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// Writes world_from_node: 16 numbers per node, column-major.
SK_CALL int sk_scene_world(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// Writes the morph weights of a node's mesh at the given time. Returns their number, or -1.
SK_CALL int sk_scene_morph_weights(std::uint32_t scene, std::int32_t clip, double time_s, std::uint32_t node,
                                   float* out, std::uint32_t room);
// Returns the data of one part: {"vertices", "positions": {"pointer", "count"}, "normals", "uvs", "colors",
// "joints", "weights", "indices", "lines", "points", "morphs"}, with pointers into the memory, and null for
// missing data. Joints are four 16-bit indices per vertex into the skin's joints; weights are four floats per
// vertex.
SK_CALL const char* sk_scene_mesh(std::uint32_t scene, std::uint32_t mesh, std::uint32_t part);
// Returns {"joints": [node, ...], "joint_from_mesh": {"pointer", "count"}}, with 16 floats per joint.
SK_CALL const char* sk_scene_skin(std::uint32_t scene, std::uint32_t skin);
// Returns an embedded image in its file format: PNG, JPEG, ... It is valid while the scene exists. Returns 0
// without an image.
SK_CALL const std::uint8_t* sk_scene_image(std::uint32_t scene, std::uint32_t image, std::size_t* out_size);
// Returns counts, diagnostics, and a hash of the bits of the rest pose and of posed world matrices, as text
// that is identical on every machine.
SK_CALL const char* sk_digest(const char* path);

// --- actors: models that play clips or a graph (skelter-actors only) ---------------------------------------

// Opens an actor. `options` is JSON or "": {"config": "hero.json", "graph": "hero.graph.json", "plays_graph":
// true, "locals": false}. "config" is a configuration of `skelter compile`. The actor plays the graph in the
// file "graph" or, without one, the first graph of the configuration or the pack. If "plays_graph" is false,
// it plays no graph. Actors with the same scene, configuration and graph share compiled data. The scene is
// not freed while it has actors.
// Returns {"actor": n, "first", "numbers", "matrices", "morphs", "joints": [{"name", "node", "parent"}],
// "skins": [{"node", "instance", "first", "size", "node_entry", "first_morph", "morphs", "shown"}], "masks":
// [name], "origin": [x, y, z], "graph": {"name", "parameters": [{"name", "type", "initial", "min", "max"}],
// "slots": [{"name", "slot"}]}, "why_reference": text}.
// The numbers of an actor start at "first" of sk_actor_numbers(): root motion of the last update (translation
// x y z, rotation x y z w, 0); the palettes of all skins, "matrices" times 16 numbers, column-major; "morphs"
// morph weights; with "locals", 10 numbers per node of the scene, as in sk_scene_evaluate. A palette entry is
// model_from_mesh of one joint of the skin, in the skin's order; the entry "node_entry" belongs to the node
// itself. World space is model space moved by "origin".
SK_CALL const char* sk_actor_open(std::uint32_t scene, const char* options);
// sk_actor_another creates an actor with the same data and options, and returns its number, or -1.
// sk_actor_first returns where an actor's numbers start.
SK_CALL int sk_actor_another(std::uint32_t actor);
SK_CALL int sk_actor_first(std::uint32_t actor);
SK_CALL void sk_actor_free(std::uint32_t actor);
// Plays a clip. `options`: {"layer": 0, "fade_s": 0.2, "curve": "smooth" | "linear" | "in" | "out", "kind":
// "crossfade" | "inertialize", "loop": "as_made" | "once" | "loop" | "pingpong", "start_s", "speed",
// "restart": false, "profile": mask, "same_phase": false, "queue": false}, all optional. With "same_phase"
// the clip starts at the phase of the clip that plays; with "queue" it starts when that clip ends. For clips
// and times, see play/character.h.
SK_CALL const char* sk_actor_play(std::uint32_t actor, std::uint32_t clip, const char* options);
SK_CALL const char* sk_actor_stop(std::uint32_t actor, std::uint32_t layer, double fade_s);
SK_CALL const char* sk_actor_seek(std::uint32_t actor, double position_s, std::uint32_t layer);
SK_CALL const char* sk_actor_speed(std::uint32_t actor, double speed);
// `settings`: {"layer": 1, "mode": "override" | "additive", "mask": name, "weight", "root_motion"}.
SK_CALL const char* sk_actor_layer(std::uint32_t actor, const char* settings);
// Graph input, by the index in "parameters" or the number in "slots". Clip 0xFFFFFFFF stops the slot. For
// negative fade times, the slot's own fade times are used.
SK_CALL const char* sk_actor_set(std::uint32_t actor, std::uint32_t parameter, double value);
SK_CALL const char* sk_actor_fire(std::uint32_t actor, std::uint32_t parameter);
SK_CALL const char* sk_actor_play_slot(std::uint32_t actor, std::uint32_t slot, std::uint32_t clip,
                                       double fade_in_s, double fade_out_s);
// Advances an actor, or all actors if `actor` is 0, and writes their numbers. Returns the number of events,
// or -1.
SK_CALL int sk_actor_update(std::uint32_t actor, double dt_s);
// Returns the events of the last update: [{"actor", "type": "started" | "passed" | "finished" | "looped" |
// "entered" | "left", "layer", "clip", "name", "state", "weight", "position_s", "at_s", "rounds"}], each with
// the members that apply to it.
SK_CALL const char* sk_actor_events();
// Returns a pointer to the numbers. It changes when an actor is opened or the memory grows.
SK_CALL const float* sk_actor_numbers();
// Returns model_from_joint for an entry of "joints", valid until the next call, or 0 for an unknown joint.
SK_CALL const float* sk_actor_joint(std::uint32_t actor, std::uint32_t joint);
// Returns {"clip": label, "position_s", "time_s", "in_transition", "finished"} for layer 0.
SK_CALL const char* sk_actor_now(std::uint32_t actor);

// --- crowds of one model, in skelter-actors ----------------------------------------------------------------

// Opens a crowd. `options`: {"count": 100, "config": "hero.json", "joints": false, "moves": false}, with a
// "count" of 1 to 65,536. Members are controlled only by calls, play on one layer, without events and morphs,
// and start in the rest pose. The scene is not freed while it has crowds. Returns {"crowd": n, "count",
// "matrices", "width", "height", "origin", "joints", "skins"}, the last three as in sk_actor_open.
SK_CALL const char* sk_crowd_open(std::uint32_t scene, const char* options);
SK_CALL void sk_crowd_free(std::uint32_t crowd);
// Plays a clip on one member, with the options of sk_actor_play except "layer", "same_phase" and "queue".
SK_CALL const char* sk_crowd_play(std::uint32_t crowd, std::uint32_t member, std::uint32_t clip,
                                  const char* options);
SK_CALL const char* sk_crowd_speed(std::uint32_t crowd, std::uint32_t member, double speed);
// Returns {"clip": label, "position_s", "in_transition", "finished"}.
SK_CALL const char* sk_crowd_now(std::uint32_t crowd, std::uint32_t member);
// Advances all members and poses them. Returns 0, or -1 on error.
SK_CALL int sk_crowd_update(std::uint32_t crowd, double dt_s);
// Returns the matrices of all members, "matrices" per member, one member after another: the palettes of all
// skins (model_from_mesh) or, with "joints", model_from_joint of all joints. A matrix is 12 numbers, row by
// row. It fills three texels of a float texture with "width" x "height" texels, to which this memory can be
// uploaded unchanged.
SK_CALL const float* sk_crowd_rows(std::uint32_t crowd);
// Returns world_from_member of each member, 16 numbers, column-major, for the page to set; initially the
// identity. With "moves", each update multiplies it by the root motion of the member.
SK_CALL float* sk_crowd_worlds(std::uint32_t crowd);

// Like sk_digest, but for the engine's results.
SK_CALL const char* sk_engine_digest(const char* path);

#ifndef SKELTER_WEB_PLAYER
// Writes the scene and its images to files, in the format given by the extension. Returns {"files": [...],
// "losses": [{"severity", "code", "text", ...}]}.
SK_CALL const char* sk_scene_convert(std::uint32_t scene, const char* out_path);

// --- viewer: a single instance -----------------------------------------------------------------------------

// Starts the viewer. `json`: {"canvas": "#selector", "files": ["walk.x"], "state": {...}, "antialias": true},
// all optional. The default canvas is the one in the module's options.
SK_CALL const char* sk_viewer_start(const char* json);
SK_CALL const char* sk_viewer_stop();
// Opens files as if they were dropped. `json`: {"files": [...], "config": "hero.json", "graph":
// "hero.graph.json"}. With "config", they are shown as their packs would be; "graph" is played. Both are
// optional.
SK_CALL const char* sk_viewer_open(const char* json);
// Input events:
// {"type": "key", "key": "A" | "space" | "left" | "f1" | ..., "press": "down" | "up" | "repeat", "shift",
// "control", "alt"}
// {"type": "button", "button": "left" | "right" | "middle", "press": "down" | "up", "x", "y", "shift",
// "control", "alt"}
// {"type": "move", "x", "y"}, {"type": "wheel", "steps"}, {"type": "text", "text"}
// Positions are in canvas pixels from the upper left corner of the canvas.
SK_CALL const char* sk_viewer_event(const char* json);
SK_CALL const char* sk_viewer_command(const char* line);  // commands: docs/viewer.md
// Updates and draws. Returns 0 on success, and 1 on error (see sk_last_error).
SK_CALL int sk_viewer_frame(double step_s, std::uint32_t width, std::uint32_t height,
                            double pixels_per_point);
SK_CALL const char* sk_viewer_report();  // the state file of `skelter view`
SK_CALL const char* sk_viewer_now();     // the part of the report that changes every frame
SK_CALL const char* sk_viewer_state();
SK_CALL const char* sk_viewer_restore(const char* json);
SK_CALL const char* sk_viewer_lose_context();
SK_CALL const char* sk_viewer_gain_context();
// Returns an image as RGBA, top row first, without advancing the clock, or 0 on error. Valid until the next
// call of this function.
SK_CALL const std::uint8_t* sk_viewer_pixels(std::uint32_t width, std::uint32_t height);
// Starts a video of the playback, which the page encodes. `json`: {"width", "height", "fps",
// "turntable_deg"}. Each later sk_viewer_frame produces one frame at its exact time, regardless of the
// rendering speed.
SK_CALL const char* sk_viewer_video(const char* json);
// Returns the frame made by the last sk_viewer_frame, in the format of sk_viewer_pixels, or 0 if there is
// none.
SK_CALL const std::uint8_t* sk_viewer_video_frame();
// Returns whether the video has all its frames.
SK_CALL int sk_viewer_video_is_complete();
#endif

}  // extern "C"
