// Kinds of boards as data: where cells lie and which cells are beside them.  Made from numlink.model.kinds by
// `python -m numlink.web.kinds`; `Pattern` and `Cell` there say what the names mean.

/** @type {Record<string, import("./grid.js").Pattern>} */
export const KINDS = {
  square: {size:[1,1],step:[1,1],cells:[{middle:[.5,.5],corners:[[-.5,-.5],[.5,-.5],[.5,.5],[-.5,.5]],steps:[[-1,0],[0,1],[1,0],[0,-1]],sides:[0,1,2,3],aside:[.32,.32]}],order:[0],norm:[[1,1],[1,-1]],square:1,boxed:1,level:1,refused:[],text:"onsquares"},
  hex: {size:[1,2],step:[.86603,1],cells:[{middle:[.57735,1],corners:[[-.57735,0],[-.28868,-.5],[.28868,-.5],[.57735,0],[.28868,.5],[-.28868,.5]],steps:[[-1,0],[0,1],[1,1],[1,0],[1,-1],[0,-1]],sides:[5,0,1,2,3,4],aside:[.17,.34],keys:[[-1,0],[0,1],[1,0],[0,-1],[0,1],[1,1],[1,-1],[0,-1]]},{middle:[.57735,.5],corners:[[-.57735,0],[-.28868,-.5],[.28868,-.5],[.57735,0],[.28868,.5],[-.28868,.5]],steps:[[-1,0],[-1,1],[0,1],[1,0],[0,-1],[-1,-1]],sides:[5,0,1,2,3,4],aside:[.17,.34],keys:[[-1,0],[0,1],[1,0],[0,-1],[-1,1],[0,1],[0,-1],[-1,-1]]}],order:[0,1],norm:[[1.1547,0],[.57735,1],[.57735,-1]],refused:["wraps","bridges"],text:"onhexes"},
  diagonal: {size:[1,1],step:[1,1],cells:[{middle:[.5,.5],corners:[[-.5,-.5],[.5,-.5],[.5,.5],[-.5,.5]],steps:[[-1,0],[-1,1],[0,1],[1,1],[1,0],[1,-1],[0,-1],[-1,-1]],sides:[0,2,4,6],aside:[.32,.32],keys:[[-1,0],[0,1],[1,0],[0,-1],[-1,1],[1,1],[1,-1],[-1,-1]]}],order:[0],norm:[[1,1],[1,-1]],boxed:1,level:1,corners:1,refused:["layers"],text:"ondiagonals"},
};
