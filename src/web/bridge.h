#pragma once
// The engine for a page: plain calls with texts and numbers, which JavaScript makes through WebAssembly.
// Texts in are UTF-8. Texts out are JSON, and good until the next call: the page copies them at once. What
// fails answers
//   {"error": {"status": "bad_data", "code": "x.bad-float-size", "message": ..., "file": ..., "line": 3,
//   "byte": null, "object": ..., "text": ...}}
// with `text` as the command prints it. Nothing here is asynchronous; a page that must not wait makes the
// calls in a worker. docs/web.md has the rest.

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

// 0 where there is no room, or for more than a file may have: then sk_last_error says so. Views that
// JavaScript has of the memory are void once it has grown: after any call, take them anew.
SK_CALL void* sk_alloc(std::size_t size);
SK_CALL void sk_free(void* memory);
// The error of the last call that did not answer with a text; {} when it went well.
SK_CALL const char* sk_last_error();
// {"version": "0.9.0", "player": false, "reads": [".x", ...], "writes": [...], "most_file_bytes": n,
// "most_bytes": n}
SK_CALL const char* sk_about();

// --- files: a tree in memory -----------------------------------------------------------------------------

// Paths are relative, with '/' between names. Folders are made; a file that is there is replaced. {"path",
// "size"}
SK_CALL const char* sk_file_put(const char* path, const std::uint8_t* bytes, std::size_t size);
// Nothing where there is no such file. Good until the next call of this function.
SK_CALL const std::uint8_t* sk_file_get(const char* path, std::size_t* out_size);
SK_CALL const char* sk_file_remove(
    const char* path);               // a file, or a folder with all that is in it; "": everything
SK_CALL const char* sk_file_list();  // {"files": [{"path": "walk.x", "size": 1234}]}, sorted

// --- scenes ----------------------------------------------------------------------------------------------

// Whether the bytes begin as an FBX file does, which needs skelter-fbx.wasm. 16384 bytes are enough.
SK_CALL int sk_is_fbx(const std::uint8_t* bytes, std::size_t size);
// `options` is JSON or "": {"ticks_per_second": 4800, "frame_numbers": true, "absent": "identity",
// "rotation_keys": "as-stored", "code_page": 932, "strict": true, "metres_per_unit": 0.01, "with_clips":
// ["run.x"], "map_names": true,
// "up": "z"}. The answer has all that the file has but its numbers per vertex and per key;
// "scene" is the scene's number for the calls below.
SK_CALL const char* sk_scene_read(const char* path, const char* options);
SK_CALL void sk_scene_free(std::uint32_t scene);
// Local translation, rotation x y z w, scale: 10 numbers for each node, in the order of "nodes". `clip` -1:
// the rest pose. A node that shears loses its shear here; sk_scene_world has it. Loops. The number of nodes,
// or -1.
SK_CALL int sk_scene_evaluate(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// world_from_node: 16 numbers for each node, column by column.
SK_CALL int sk_scene_world(std::uint32_t scene, std::int32_t clip, double time_s, float* out);
// Morph weights of a node's mesh at that time. Their number, or -1.
SK_CALL int sk_scene_morph_weights(std::uint32_t scene, std::int32_t clip, double time_s, std::uint32_t node,
                                   float* out, std::uint32_t room);
// Of one part: {"vertices", "positions": {"pointer", "count"}, "normals", "uvs", "colors", "joints",
// "weights", "indices", "lines", "points", "morphs"} with pointers into the memory; null for what it lacks.
// Joints are four 16-bit numbers a vertex, indices into the skin's joints; weights four floats.
SK_CALL const char* sk_scene_mesh(std::uint32_t scene, std::uint32_t mesh, std::uint32_t part);
// {"joints": [node, ...], "joint_from_mesh": {"pointer", "count"}}: 16 floats for each joint.
SK_CALL const char* sk_scene_skin(std::uint32_t scene, std::uint32_t skin);
// An embedded picture, as the file has it: PNG, JPEG, ... Valid while the scene is; 0 if there is none.
SK_CALL const std::uint8_t* sk_scene_image(std::uint32_t scene, std::uint32_t image, std::size_t* out_size);
// Counts, diagnostics, and a hash of the bits of the rest pose and of posed world matrices: a text that is
// the same on every machine.
SK_CALL const char* sk_digest(const char* path);

// --- actors: figures that play. skelter-actors has them
// -----------------------------------------------------

// `options` is JSON or "": {"config": "hero.json", "graph": "hero.graph.json", "plays_graph": true,
// "locals": false}. `config` is a configuration of `skelter compile`. The graph of that
// file, else the first of the configuration or the pack, plays if there is one; without "plays_graph" none
// does. Actors of one scene, configuration and graph share what was compiled. An actor keeps its scene.
// {"actor": n, "first", "numbers", "matrices", "morphs", "joints": [{"name", "node", "parent"}], "skins":
// [{"node", "instance", "first", "size", "node_entry", "first_morph", "morphs", "shown"}], "masks": [name],
// "origin": [x, y, z], "graph": {"name", "parameters": [{"name", "type", "initial", "min", "max"}], "slots":
// [{"name", "slot"}]}, "why_reference": text}
// The numbers of an actor begin at "first" of sk_actor_numbers(): root motion of the last update (translation
// x y z, rotation x y z w, 0); the palettes of all skins, "matrices" times 16 numbers, column by column;
// "morphs" morph weights; with "locals" 10 numbers for each node of the scene, as in sk_scene_evaluate. A
// palette entry is model_from_mesh of a joint of the skin, in its order; `node_entry` that of the node
// itself. World space is model space moved by "origin".
SK_CALL const char* sk_actor_open(std::uint32_t scene, const char* options);
// Another actor of the same kind: its number, or -1. And where the numbers of an actor begin.
SK_CALL int sk_actor_another(std::uint32_t actor);
SK_CALL int sk_actor_first(std::uint32_t actor);
SK_CALL void sk_actor_free(std::uint32_t actor);
// {"layer": 0, "fade_s": 0.2, "curve": "smooth" | "linear" | "in" | "out", "kind": "crossfade" |
// "inertialize", "loop": "as_made" | "once" | "loop" | "pingpong", "start_s", "speed", "restart": false,
// "profile": mask, "same_phase": false, "queue": false}: all optional. `same_phase` starts as far through the
// round as the clip that plays is; `queue` starts when that ends. Clips and times: play/character.h.
SK_CALL const char* sk_actor_play(std::uint32_t actor, std::uint32_t clip, const char* options);
SK_CALL const char* sk_actor_stop(std::uint32_t actor, std::uint32_t layer, double fade_s);
SK_CALL const char* sk_actor_seek(std::uint32_t actor, double position_s, std::uint32_t layer);
SK_CALL const char* sk_actor_speed(std::uint32_t actor, double speed);
// {"layer": 1, "mode": "override" | "additive", "mask": name, "weight", "root_motion"}
SK_CALL const char* sk_actor_layer(std::uint32_t actor, const char* settings);
// Of a graph, by the place in "parameters" and the number in "slots". Clip 0xFFFFFFFF stops the slot;
// negative fades: as the slot says.
SK_CALL const char* sk_actor_set(std::uint32_t actor, std::uint32_t parameter, double value);
SK_CALL const char* sk_actor_fire(std::uint32_t actor, std::uint32_t parameter);
SK_CALL const char* sk_actor_play_slot(std::uint32_t actor, std::uint32_t slot, std::uint32_t clip,
                                       double fade_in_s, double fade_out_s);
// Advances an actor, or all with 0, and writes their numbers. How many events there were, or -1.
SK_CALL int sk_actor_update(std::uint32_t actor, double dt_s);
// Of the last update: [{"actor", "type": "started" | "passed" | "finished" | "looped" | "entered" | "left",
// "layer", "clip", "name", "state", "weight", "position_s", "at_s", "rounds"}], each with what applies.
SK_CALL const char* sk_actor_events();
// Where the numbers are. Changes when an actor is opened, or the memory grows.
SK_CALL const float* sk_actor_numbers();
// model_from_joint of one of "joints", until the next call; 0 where there is none.
SK_CALL const float* sk_actor_joint(std::uint32_t actor, std::uint32_t joint);
// {"clip": label, "position_s", "time_s", "in_transition", "finished"}, of layer 0
SK_CALL const char* sk_actor_now(std::uint32_t actor);

// --- crowds: many members of one model. skelter-actors has them
// -----------------------------------------------------

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

// As sk_digest, of what the engine computes.
SK_CALL const char* sk_engine_digest(const char* path);

#ifndef SKELTER_WEB_PLAYER
// Writes the scene to a file, in the format of its ending, with its pictures. {"files": [...], "losses":
// [{"severity", "code", "text", ...}]}
SK_CALL const char* sk_scene_convert(std::uint32_t scene, const char* out_path);

// --- the viewer: one ---------------------------------------------------------------------------------------

// {"canvas": "#selector", "files": ["walk.x"], "state": {...}, "antialias": true}: all optional; the canvas
// else is that of the module's options.
SK_CALL const char* sk_viewer_start(const char* json);
SK_CALL const char* sk_viewer_stop();
// {"files": [...], "config": "hero.json", "graph": "hero.graph.json"}: as if the files were dropped. `config`
// shows them as their packs would be, `graph` plays; both may lack.
SK_CALL const char* sk_viewer_open(const char* json);
// {"type": "key", "key": "A" | "space" | "left" | "f1" | ..., "press": "down" | "up" | "repeat", "shift",
// "control", "alt"}
// {"type": "button", "button": "left" | "right" | "middle", "press": "down" | "up", "x", "y", "shift",
// "control", "alt"}
// {"type": "move", "x", "y"}, {"type": "wheel", "steps"}, {"type": "text", "text"}; places in pixels of the
// canvas from its upper left corner.
SK_CALL const char* sk_viewer_event(const char* json);
SK_CALL const char* sk_viewer_command(const char* line);  // docs/viewer.md has the commands
// Updates and draws. 0: well; 1: failed, and sk_last_error says why.
SK_CALL int sk_viewer_frame(double step_s, std::uint32_t width, std::uint32_t height,
                            double pixels_per_point);
SK_CALL const char* sk_viewer_report();  // the state file of `skelter view`
SK_CALL const char* sk_viewer_now();     // the part that changes from frame to frame
SK_CALL const char* sk_viewer_state();
SK_CALL const char* sk_viewer_restore(const char* json);
SK_CALL const char* sk_viewer_lose_context();
SK_CALL const char* sk_viewer_gain_context();
// A picture as RGBA, upper row first; the clock does not move. Good until the next call of this function; 0
// when it failed.
SK_CALL const std::uint8_t* sk_viewer_pixels(std::uint32_t width, std::uint32_t height);
// {"width", "height", "fps", "turntable_deg"}: begins a film of what plays, for a page that encodes it. Then
// each sk_viewer_frame makes one frame, at its exact time however long it takes.
SK_CALL const char* sk_viewer_film(const char* json);
// The frame that the last sk_viewer_frame made, as sk_viewer_pixels; 0: none.
SK_CALL const std::uint8_t* sk_viewer_film_frame();
// Whether the film has all its frames.
SK_CALL int sk_viewer_film_is_complete();
#endif

}  // extern "C"
