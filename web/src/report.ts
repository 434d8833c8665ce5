// The viewer's JSON report. docs/viewer.md ("The state file") describes each member. Members that only newer builds
// write are optional.

export type Vector = [number, number, number];
export type LoopMode = 'once' | 'loop' | 'pingpong';
export type Shading = 'lit' | 'unlit' | 'weights';

export interface TimelineState {
  time_s: number;
  playing: boolean;
  backward: boolean;
  speed: number;
  loop: LoopMode;
  from_s: number | null;
  to_s: number | null;
}

export interface CameraState {
  target: Vector;
  distance: number;
  azimuth_deg: number;
  elevation_deg: number;
  fov_y_deg: number;
  parallel: boolean;
}

// Parts that can be toggled, in the order of their keys 1 to 9.
export const kParts = ['skeleton', 'names', 'axes', 'wireframe', 'normals', 'bounds', 'grid', 'shadow', 'meshes'] as const;
export type Part = (typeof kParts)[number];
export type ShownState = Record<Part, boolean> & { file_lights: boolean; shading: Shading };

export interface ViewerState {
  files: string[];
  active_file: number;
  clip: number | null;
  up: 'y' | 'z' | '-z';
  ticks_per_second: number | null;
  timeline: TimelineState;
  camera: CameraState;
  file_camera: number | null;
  shown: ShownState;
  selection: { node: number | null; isolated: boolean; vertex: object | null };
  mix: { on: boolean; priority_blend: number; time_s: number; tracks: object[] };
  graph: { on: boolean; file: string; name: string; set: { parameter: string; value: number }[]; seconds: number; travels?: boolean };
  compare: { with: 'nothing' | 'clip' | 'file' | 'compiled'; clip: number; file: number; side_by_side: boolean };
  matrix: { expression: string; point: Vector; rows: boolean; shown: boolean };
  panels: { help: boolean; [name: string]: unknown };
  morphs: { name: string; weight: number }[];
  light?: { exposure: number; strength: number; environment: number; azimuth_deg: number | null; elevation_deg: number | null };
  hidden?: number[];
}

export interface ClipReport {
  name: string;
  duration_s: number;
  channels?: number;
  keys?: number;
  frames_per_second?: number;
}

export interface NodeReport {
  name: string;
  parent: number | null;
  joint?: boolean;
  hidden?: boolean; // whether the node or an ancestor is hidden
  meshes?: number[];
}

export interface Influence {
  joint: string;
  weight: number;
  color: string; // colour of its curve
  world_from_mesh: number[];
  moved: Vector;
}

export interface Finding {
  rule: string;
  ok: boolean;
  value: number | null;
  unit: string;
  threshold: number | null;
  clip: string | null;
  time_s: number | null;
  object: string | null;
  note: string | null;
  confidence: 'low' | 'high';
  advice: string | null;
}

export interface MaterialReport {
  name: string;
  textures?: { use: string; name: string; width: number | null; height: number | null }[]; // null: not found
}

export interface DiagnosticReport {
  severity: 'note' | 'warning' | 'error' | string;
  code: string;
  message: string;
  spot: string;
  object: string;
  count: number;
}

export interface TrackReport {
  clip: string | null;
  enabled: boolean;
  weight: number;
  speed: number;
  position_s: number;
  high_priority: boolean;
  additive: boolean;
  mask: string | null;
  fade: object | null;
}

export interface ComparisonReport {
  problem?: string;
  millimetres_assumed: boolean;
  joints: number;
  largest_joint_mm: number | null;
  joints_only_here: number;
  largest_vertex_mm: number | null;
  mean_vertex_mm: number | null;
  hot_mm: number; // value that is shown red in the heat map
  worst_time_s: number | null;
  worst_mm: number | null;
  error_curve: { worst_joint: string; worst_time_s: number; worst_mm: number; moments: number; complete: boolean } | null;
}

export interface GraphParameterReport {
  name: string;
  type: 'float' | 'int' | 'bool' | 'trigger';
  value: number | null;
  set: number;
  min?: number;
  max?: number;
}

export interface GraphReport {
  file: string;
  name: string;
  plays: boolean;
  why_not: string;
  diagnostics: { severity: string; message: string; line: number; column: number; spot: string }[];
  parameters?: GraphParameterReport[];
  slots?: { name: string; clip: string | null }[];
  frame?: {
    time_s: number;
    bands: { layer: string; path: string; clip: string; time_s: number; weight: number }[];
    strengths: Record<string, number>;
    machines: Record<string, { newest: string; stack: { state: string; a: number; weight: number; time_s: number }[] }>;
    transitions: { time_s: number; machine: string; from: string; to: string; when: string; fade_s: number }[];
    events: { time_s: number; name: string; clip: string; weight: number }[];
    counters: Record<string, number>;
  };
  recording?: { frames: number; shown: number; from_s: number; to_s: number; changed: boolean; branch_s: number | null };
  picture?: GraphPictureReport;
  // Transitions that can be taken next.
  next?: { machine: string; from: string; to: string; when: string; now: string; holds: boolean }[];
}

// State diagram with one box per machine, in points, with y down. A node without a state is the source of transitions
// from any state.
export interface GraphPictureReport {
  width: number;
  height: number;
  boxes: { path: string; x: number; y: number; width: number; height: number }[];
  nodes: { state: string | null; x: number; y: number; width: number; height: number; weight: number; newest: boolean }[];
  edges: { fade: number; curve: number[] }[]; // chained Bezier curves: x and y of 3 n + 1 points
}

export interface Banner {
  name: string;
  text: string;
  button: string;
}

export interface ViewerReport {
  state: ViewerState;
  file: string | null;
  clip: string | null;
  path: string;
  path_reason: string;
  time_s: number;
  duration_s: number;
  view: { x: number; y: number; width: number; height: number };
  selected: {
    joint: string | null;
    position: Vector | null;
    vertex: { source: number; rest: Vector; position: Vector; weight_sum: number; influences: Influence[] } | null;
    translation?: Vector; // local transform
    rotation?: number[];
    scale?: Vector;
    matrix?: number[]; // world transform, column-major
  } | null;
  tracks: TrackReport[];
  comparison: ComparisonReport | null;
  graph: GraphReport | null;
  matrix: { problem?: string; factors?: { text: string; matrix: number[] }[]; matrix?: number[]; image?: Vector | null };
  diagnostics: DiagnosticReport[];
  notices: { errors: number; warnings: number; banners: Banner[]; failed_files: { file: string; error: string }[] };
  messages: string[];
  costs: Record<string, number | null>;
  files?: { path: string; name: string; size: number | null; error: string | null }[];
  statistics?: Record<string, number | string | boolean | null> | null;
  clips?: ClipReport[];
  nodes?: NodeReport[];
  morph_targets?: { name: string; weight: number; held: boolean }[];
  cameras?: { name: string }[];
  materials?: MaterialReport[];
  file_lights?: { name: string; kind: string }[];
  keys?: { joint: string; channels: { path: string; interpolation: string; times_s: number[]; values: number[] }[] } | null; // keys of the selected joint
  clip_key_times_s?: number[];
  lint?: Finding[] | null;
  conversion?: { path: string; size: number; files: { name: string; size: number }[]; losses: { lost: boolean; text: string }[] } | null;
}

// Returns the source of the motion, in the words of `plays` in ViewerNow.
export function plays_of({ graph, state }: ViewerReport): 'clip' | 'tracks' | 'graph' | 'rest' {
  return graph?.plays ? 'graph' : state.mix.on ? 'tracks' : state.clip === null ? 'rest' : 'clip';
}
// Returns the source of the motion as text for titles: "walk", "graph mannequin".
export function playing_words(report: ViewerReport): string {
  const plays = plays_of(report);
  return plays === 'graph' ? `graph ${report.graph!.name || base_name(report.graph!.file)}` : plays === 'tracks' ? 'tracks' : plays === 'clip' ? (report.clip ?? '') : '';
}
const base_name = (path: string) => path.split('/').at(-1)!;

// Marks over the view, in pixels of the view.
export interface PictureMarks {
  lines: { from: [number, number]; to: [number, number]; color: string; arrow: boolean }[];
  dots: { x: number; y: number; color: string }[];
  labels: { x: number; y: number; text: string; color: string; name: boolean }[]; // a name is skipped if it would overlap an earlier one
  sides: PictureMarks['labels'];
}

// Per-frame report.
export interface ViewerNow {
  time_s: number;
  duration_s: number;
  playing: boolean;
  frames_per_second?: number;
  graph_time_s?: number | null; // set while a graph plays
  plays?: 'clip' | 'tracks' | 'graph' | 'rest';
  camera?: CameraState;
  view?: { x: number; y: number; width: number; height: number };
  marks?: PictureMarks | null;
  message: string | null; // current message of the viewer
  message_is_error?: boolean;
  busy?: boolean; // whether an image or video is being written
  export_progress?: number | null; // progress of the image or video, 0 to 1
  revision: number; // increases when any other part of the report changes
}
