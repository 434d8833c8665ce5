#pragma once
// C interface of the engine for a page: calls with text and numbers, made by JavaScript through WebAssembly.
// Input text is UTF-8. Output text is JSON and valid until the next call: copy it immediately. An error
// returns
//   {"error": {"status": "bad_data", "code": "x.bad-float-size", "message": ..., "file": ..., "line": 3,
//   "byte": null, "object": ..., "text": ...}}
// `text` is the message of the command line. All calls are synchronous; a page that must not block makes them
// in a worker. For more, see docs/web.md.

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

// Returns 0 if memory is exhausted or the size exceeds the limit of a file; see sk_last_error. JavaScript
// views of the memory become invalid when it grows: recreate them after any call.
SK_CALL void* sk_alloc(std::size_t size);
SK_CALL void sk_free(void* memory);
// Error of the last call without text output; {} on success.
SK_CALL const char* sk_last_error();
// {"version": "0.9.0", "player": false, "reads": [".x", ...], "writes": [...], "most_file_bytes": n,
// "most_bytes": n}
SK_CALL const char* sk_about();

// --- files: a tree in memory -----------------------------------------------------------------------------

// Paths are relative, with '/' between names. Folders are created; an existing file is replaced. Returns
// {"path", "size"}.
SK_CALL const char* sk_file_put(const char* path, const std::uint8_t* bytes, std::size_t size);
// Returns null for a missing file. Valid until the next call of this function.
SK_CALL const std::uint8_t* sk_file_get(const char* path, std::size_t* out_size);
SK_CALL const char* sk_file_remove(
    const char* path);               // a file, or a folder with its contents; "": everything
SK_CALL const char* sk_file_list();  // {"files": [{"path": "walk.x", "size": 1234}]}, sorted

// --- scenes ----------------------------------------------------------------------------------------------

// Returns whether the bytes are the start of an FBX file, which requires skelter-fbx.wasm. 16384 bytes are
// enough.
SK_CALL int sk_is_fbx(const std::uint8_t* bytes, std::size_t size);
// `options` is JSON or "": {"ticks_per_second": 4800, "frame_numbers": true, "absent": "identity",
// "rotation_keys": "as-stored", "code_page": 932, "strict": true, "metres_per_unit": 0.01, "with_clips":
// ["run.x"], "map_names": true, "up": "z"}. The result describes the whole file except numbers per vertex and
// per key. "scene" is the number of the scene for the calls below.
SK_CALL const char* sk_scene_read(const char* path, const char* options);
SK_CALL void sk_scene_free(std::uint32_t scene);
// Writes local translation, rotation x y z w, and scale: 10 numbers per node, in the order of "nodes". `clip`
// -1: the rest pose. Time loops. Shear is lost; sk_scene_world includes it. Returns the number of nodes, or
// -1.
SK_CALL int sk_scene_evaluate(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// Writes world_from_node: 16 numbers per node, column-major.
SK_CALL int sk_scene_world(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// Writes morph weights of a node's mesh at the given time. Returns their number, or -1.
SK_CALL int sk_scene_morph_weights(std::uint32_t scene, std::int32_t clip, double time_s, std::uint32_t node,
                                   float* out, std::uint32_t room);
// Returns the data of one part: {"vertices", "positions": {"pointer", "count"}, "normals", "uvs", "colors",
// "joints", "weights", "indices", "lines", "points", "morphs"} with pointers into the memory; null for
// missing data. Joints are four 16-bit indices per vertex into the skin's joints; weights are four floats.
SK_CALL const char* sk_scene_mesh(std::uint32_t scene, std::uint32_t mesh, std::uint32_t part);
// Returns {"joints": [node, ...], "joint_from_mesh": {"pointer", "count"}}: 16 floats per joint.
SK_CALL const char* sk_scene_skin(std::uint32_t scene, std::uint32_t skin);
// Returns an embedded image in its file format: PNG, JPEG, ... Valid while the scene exists; 0 without an
// image.
SK_CALL const std::uint8_t* sk_scene_image(std::uint32_t scene, std::uint32_t image, std::size_t* out_size);
// Returns counts, diagnostics, and a hash of the bits of the rest pose and of posed world matrices: text that
// is identical on every machine.
SK_CALL const char* sk_digest(const char* path);

// --- actors: models that play clips or a graph (skelter-actors only) ---------------------------------------

// `options` is JSON or "": {"config": "hero.json", "graph": "hero.graph.json", "plays_graph": true, "locals":
// false}. `config` is a configuration of `skelter compile`. The actor plays the graph of the file in "graph",
// otherwise the first of the configuration or the pack; false in "plays_graph" disables it. Actors of one
// scene, configuration and graph share compiled data. An actor keeps its scene.
// Returns {"actor": n, "first", "numbers", "matrices", "morphs", "joints": [{"name", "node", "parent"}],
// "skins": [{"node", "instance", "first", "size", "node_entry", "first_morph", "morphs", "shown"}], "masks":
// [name], "origin": [x, y, z], "graph": {"name", "parameters": [{"name", "type", "initial", "min", "max"}],
// "slots": [{"name", "slot"}]}, "why_reference": text}.
// The numbers of an actor start at "first" of sk_actor_numbers(): root motion of the last update (translation
// x y z, rotation x y z w, 0); the palettes of all skins, "matrices" times 16 numbers, column-major; "morphs"
// morph weights; with "locals", 10 numbers per node of the scene, as in sk_scene_evaluate. A palette entry is
// model_from_mesh of a joint of the skin, in its order; `node_entry` is that of the node itself. World space
// is model space moved by "origin".
SK_CALL const char* sk_actor_open(std::uint32_t scene, const char* options);
// Creates another actor of the same kind; returns its number, or -1. sk_actor_first returns where an actor's
// numbers start.
SK_CALL int sk_actor_another(std::uint32_t actor);
SK_CALL int sk_actor_first(std::uint32_t actor);
SK_CALL void sk_actor_free(std::uint32_t actor);
// {"layer": 0, "fade_s": 0.2, "curve": "smooth" | "linear" | "in" | "out", "kind": "crossfade" |
// "inertialize", "loop": "as_made" | "once" | "loop" | "pingpong", "start_s", "speed", "restart": false,
// "profile": mask, "same_phase": false, "queue": false}: all optional. `same_phase` starts at the phase of
// the clip that plays; `queue` starts when that clip ends. Clips and times: see play/character.h.
SK_CALL const char* sk_actor_play(std::uint32_t actor, std::uint32_t clip, const char* options);
SK_CALL const char* sk_actor_stop(std::uint32_t actor, std::uint32_t layer, double fade_s);
SK_CALL const char* sk_actor_seek(std::uint32_t actor, double position_s, std::uint32_t layer);
SK_CALL const char* sk_actor_speed(std::uint32_t actor, double speed);
// {"layer": 1, "mode": "override" | "additive", "mask": name, "weight", "root_motion"}
SK_CALL const char* sk_actor_layer(std::uint32_t actor, const char* settings);
// Graph input, by the index in "parameters" and the number in "slots". Clip 0xFFFFFFFF stops the slot;
// negative fades use the slot's own.
SK_CALL const char* sk_actor_set(std::uint32_t actor, std::uint32_t parameter, double value);
SK_CALL const char* sk_actor_fire(std::uint32_t actor, std::uint32_t parameter);
SK_CALL const char* sk_actor_play_slot(std::uint32_t actor, std::uint32_t slot, std::uint32_t clip,
                                       double fade_in_s, double fade_out_s);
// Advances an actor, or all for 0, and writes their numbers. Returns the number of events, or -1.
SK_CALL int sk_actor_update(std::uint32_t actor, double dt_s);
// Events of the last update: [{"actor", "type": "started" | "passed" | "finished" | "looped" | "entered" |
// "left", "layer", "clip", "name", "state", "weight", "position_s", "at_s", "rounds"}], each with the members
// that apply.
SK_CALL const char* sk_actor_events();
// Pointer to the numbers. Changes when an actor is opened, or the memory grows.
SK_CALL const float* sk_actor_numbers();
// Returns model_from_joint of an entry of "joints", valid until the next call; 0 for an unknown joint.
SK_CALL const float* sk_actor_joint(std::uint32_t actor, std::uint32_t joint);
// Returns {"clip": label, "position_s", "time_s", "in_transition", "finished"} for layer 0.
SK_CALL const char* sk_actor_now(std::uint32_t actor);

// --- crowds of one model, in skelter-actors ----------------------------------------------------------------

// {"count": 100, "config": "hero.json", "joints": false, "moves": false}; `count`: 1 to 65,536. Members play
// by calls, on one layer, without events and morphs; they start in the rest pose. A crowd keeps its scene.
// {"crowd": n, "count", "matrices", "width", "height", "origin", "joints", "skins"}, the last three as in
// sk_actor_open.
SK_CALL const char* sk_crowd_open(std::uint32_t scene, const char* options);
SK_CALL void sk_crowd_free(std::uint32_t crowd);
// One member, with the options of sk_actor_play except "layer", "same_phase" and "queue".
SK_CALL const char* sk_crowd_play(std::uint32_t crowd, std::uint32_t member, std::uint32_t clip,
                                  const char* options);
SK_CALL const char* sk_crowd_speed(std::uint32_t crowd, std::uint32_t member, double speed);
// {"clip": label, "position_s", "in_transition", "finished"}
SK_CALL const char* sk_crowd_now(std::uint32_t crowd, std::uint32_t member);
// Advances all members and poses them: 0, or -1.
SK_CALL int sk_crowd_update(std::uint32_t crowd, double dt_s);
// "matrices" matrices of each member, one member after another: the palettes of all skins (model_from_mesh),
// or with "joints" model_from_joint of all joints. A matrix is 12 numbers, row by row: three texels of a
// texture of "width" x "height" texels with four floats each, which this memory fills.
SK_CALL const float* sk_crowd_rows(std::uint32_t crowd);
// world_from_member of each member, 16 numbers column by column, for the page to set; at first the identity.
// With "moves" each update multiplies it by the root motion of the member.
SK_CALL float* sk_crowd_worlds(std::uint32_t crowd);

// Like sk_digest, for the engine's results.
SK_CALL const char* sk_engine_digest(const char* path);

#ifndef SKELTER_WEB_PLAYER
// Writes the scene and its images to files, in the format of the extension. Returns {"files": [...],
// "losses": [{"severity", "code", "text", ...}]}.
SK_CALL const char* sk_scene_convert(std::uint32_t scene, const char* out_path);

// --- viewer: a single instance -----------------------------------------------------------------------------

// {"canvas": "#selector", "files": ["walk.x"], "state": {...}, "antialias": true}: all optional; the default
// canvas is that of the module's options.
SK_CALL const char* sk_viewer_start(const char* json);
SK_CALL const char* sk_viewer_stop();
// {"files": [...], "config": "hero.json", "graph": "hero.graph.json"}: opens files as if they were dropped.
// `config` shows them as their packs would be, `graph` plays; both are optional.
SK_CALL const char* sk_viewer_open(const char* json);
// {"type": "key", "key": "A" | "space" | "left" | "f1" | ..., "press": "down" | "up" | "repeat", "shift",
// "control", "alt"}
// {"type": "button", "button": "left" | "right" | "middle", "press": "down" | "up", "x", "y", "shift",
// "control", "alt"}
// {"type": "move", "x", "y"}, {"type": "wheel", "steps"}, {"type": "text", "text"}; positions are canvas
// pixels from its upper left corner.
SK_CALL const char* sk_viewer_event(const char* json);
SK_CALL const char* sk_viewer_command(const char* line);  // commands: docs/viewer.md
// Updates and draws. Returns 0 on success; 1 on error, see sk_last_error.
SK_CALL int sk_viewer_frame(double step_s, std::uint32_t width, std::uint32_t height,
                            double pixels_per_point);
SK_CALL const char* sk_viewer_report();  // the state file of `skelter view`
SK_CALL const char* sk_viewer_now();     // the part that changes every frame
SK_CALL const char* sk_viewer_state();
SK_CALL const char* sk_viewer_restore(const char* json);
SK_CALL const char* sk_viewer_lose_context();
SK_CALL const char* sk_viewer_gain_context();
// Returns an image as RGBA, top row first, without advancing the clock. Valid until the next call of this
// function; 0 on error.
SK_CALL const std::uint8_t* sk_viewer_pixels(std::uint32_t width, std::uint32_t height);
// {"width", "height", "fps", "turntable_deg"}: starts a video of the playback, for a page that encodes it.
// Each later sk_viewer_frame produces one frame at its exact time, at any rendering speed.
SK_CALL const char* sk_viewer_video(const char* json);
// The frame of the last sk_viewer_frame, in the format of sk_viewer_pixels; 0: none.
SK_CALL const std::uint8_t* sk_viewer_video_frame();
// Returns whether the video has all its frames.
SK_CALL int sk_viewer_video_is_complete();
#endif

}  // extern "C"
