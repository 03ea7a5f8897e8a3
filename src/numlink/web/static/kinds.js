// Kinds of boards as data: where cells lie and which are beside them; and measures of a picture.  Made from
// numlink.model.kinds and numlink.render.theme by `python -m numlink.web.kinds`; what the names mean stands there.

export const LOOK = {gap:.03,corner:.12,disc:.34,digit:.4,hues:12,stripes:5};
const A = [[-.5,-.5],[.5,-.5],[.5,.5],[-.5,.5]];
const B = [[-.5774,0],[-.2887,-.5],[.2887,-.5],[.5774,0],[.2887,.5],[-.2887,.5]];
/** @type {Record<string, import("./grid.js").Pattern>} */
export const KINDS = {
  square: {size:[1,1],step:[1,1],cells:[{middle:[.5,.5],corners:A,steps:[[-1,0],[0,1],[1,0],[0,-1]],sides:[0,1,2,3],aside:[.32,.32]}],order:[0],norm:[[1,1],[1,-1]],square:1,boxed:1,level:1,refused:[],text:"onsquares"},
  hex: {size:[1,2],step:[.866025,1],cells:[{middle:[.5774,1],corners:B,steps:[[-1,0],[0,1],[1,1],[1,0],[1,-1],[0,-1]],sides:[5,0,1,2,3,4],aside:[.17,.34],keys:[0,1,3,5,1,2,4,5]},{middle:[.5774,.5],corners:B,steps:[[-1,0],[-1,1],[0,1],[1,0],[0,-1],[-1,-1]],sides:[5,0,1,2,3,4],aside:[.17,.34],keys:[0,2,3,4,1,2,4,5]}],order:[0,1],norm:[[1.1547,0],[.5774,1],[.5774,-1]],refused:["wraps","bridges"],text:"onhexes"},
  diagonal: {size:[1,1],step:[1,1],cells:[{middle:[.5,.5],corners:A,steps:[[-1,0],[-1,1],[0,1],[1,1],[1,0],[1,-1],[0,-1],[-1,-1]],sides:[0,2,4,6],aside:[.32,.32],keys:[0,2,4,6,1,3,5,7]}],order:[0],norm:[[1,1],[1,-1]],boxed:1,level:1,corners:1,refused:["layers"],text:"ondiagonals"},
  triangle: {size:[2,2],step:[.75,1.299038],cells:[{middle:[.75,.866],corners:[[0,-.866],[.75,.433],[-.75,.433]],steps:[null,[0,1],[1,0],[0,-1]],sides:[1,2,3],aside:[.45,.28]},{middle:[.75,.433],corners:[[-.75,-.433],[.75,-.433],[0,.866]],steps:[[-1,0],[0,1],null,[0,-1]],sides:[0,1,3],aside:[.45,-.28]}],order:[0,1,1,0],norm:[],level:1,refused:["wraps","bridges"],text:"ontriangles"},
};
