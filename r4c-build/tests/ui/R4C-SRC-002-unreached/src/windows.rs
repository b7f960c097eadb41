mod net;
